import type { ApiField } from "./api-field.ts";
import { WithCode } from "./with-code.tsx";

type Props = {
  label: string;
  fields: readonly ApiField[];
  /** Of what is asked for, what must be given is marked; of an answer, what may be missing. */
  marked: "required" | "optional";
};

/** Fields with their types, limits and meanings; what lies in a field is a list below it. */
export function FieldList({ label, fields, marked }: Props) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {fields.map(({ name, type, isRequired, limits, description, fields: inner }) => (
        <li key={name} className="py-1.5 text-sm">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <code className="break-all font-medium">{name}</code>
            <span className="min-w-0 break-words text-muted text-xs">{type}</span>
            {isRequired === (marked === "required") ? <span className="text-xs">{marked}</span> : null}
          </p>
          {description === null ? null : (
            <p className="max-w-prose">
              <WithCode>{description}</WithCode>
            </p>
          )}
          {limits.length === 0 ? null : <p className="break-words text-muted text-xs">{limits.join(" · ")}</p>}
          {inner.length === 0 ? null : (
            <div className="mt-1 border-line border-l pl-3">
              <FieldList label={`In ${name}`} fields={inner} marked={marked} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
