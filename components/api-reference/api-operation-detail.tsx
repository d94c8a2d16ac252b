import { CodeBlock } from "#components/ui/code-block.tsx";
import { Section } from "#components/ui/section.tsx";
import { bodyCell, headCell } from "#components/ui/table-cells.ts";
import { exampleCurl } from "./example-call.ts";
import { FieldList } from "./field-list.tsx";
import { MethodMark } from "./method-mark.tsx";
import type { ApiOperation } from "./read-api.ts";

const placeWords: Record<string, string> = { path: "in the path", query: "in the query", header: "a header" };

/** How one operation is called, what it takes, what it answers and how it refuses. */
export function ApiOperationDetail({ operation, origin }: { operation: ApiOperation; origin: string }) {
  const { name, method, path, summary, parameters, body, answer, refusals } = operation;
  return (
    <>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-sm">
        <MethodMark method={method} />
        <code className="min-w-0 break-all">{path}</code>
      </p>
      <p className="mt-1 mb-5 max-w-prose text-muted text-sm">{summary}</p>
      <div className="flex flex-col gap-7">
        <Section id="example" title="Example" note="With the fields that must be there. Put in your own values.">
          <CodeBlock label={`${name} with curl`} copyLabel="Copy" text={exampleCurl(origin, operation)} />
        </Section>
        <Section id="parameters" title="Parameters">
          <FieldList
            label="Parameters"
            fields={parameters.map(({ place, field }) => ({
              ...field,
              type: `${field.type}, ${placeWords[place] ?? place}`,
            }))}
            marked="required"
          />
        </Section>
        {body === null ? null : (
          <Section id="body" title="Body" note="application/json, at most 8 MiB unpacked">
            {body.field.fields.length === 0 ? (
              <p className="text-sm">An empty object.</p>
            ) : (
              <FieldList label="Body" fields={body.field.fields} marked="required" />
            )}
          </Section>
        )}
        <Section id="answer" title="Answer" note={`${answer.status}, application/json: ${answer.field.type}`}>
          {answer.field.fields.length === 0 ? (
            <p className="text-sm">Any JSON value.</p>
          ) : (
            <FieldList label="Answer" fields={answer.field.fields} marked="optional" />
          )}
        </Section>
        <Section id="refusals" title="Refusals" note="application/problem+json; `code` and `errors` say what to change">
          <table className="w-full">
            <thead>
              <tr>
                <th scope="col" className={headCell}>
                  Status
                </th>
                <th scope="col" className={headCell}>
                  When
                </th>
              </tr>
            </thead>
            <tbody>
              {refusals.map(({ status, code, when }) => (
                <tr key={status} className="border-line border-t">
                  <th scope="row" className={`${bodyCell} text-left font-medium tabular-nums`}>
                    {status}
                  </th>
                  <td className={bodyCell}>
                    <code className="block break-all text-xs">{code}</code>
                    {when}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      </div>
    </>
  );
}
