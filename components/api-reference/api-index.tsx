import Link from "next/link";
import { Section } from "#components/ui/section.tsx";
import { operationPath } from "./api-path.ts";
import { MethodMark } from "./method-mark.tsx";
import type { Api } from "./read-api.ts";
import { WithCode } from "./with-code.tsx";

/** Every operation by what it is about, each leading to its own page. */
export function ApiIndex({ api }: { api: Api }) {
  return (
    <>
      <p className="mb-5 max-w-prose text-sm">
        <WithCode>{api.description}</WithCode>
      </p>
      <nav aria-label="Groups of operations" className="no-print mb-6">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {api.groups.map(({ name }) => (
            <li key={name}>
              <a href={`#${name}`} className="rounded-sm text-accent hover:underline">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-col gap-7">
        {api.groups.map(({ name, operations }) => (
          <Section key={name} id={name} title={name}>
            <ul className="divide-y divide-line rounded-lg border border-line">
              {operations.map((operation) => (
                <li key={operation.name} className="px-3 py-2 text-sm">
                  <p className="flex flex-wrap items-baseline gap-x-2">
                    <MethodMark method={operation.method} />
                    <Link
                      href={operationPath(operation.name)}
                      prefetch={false}
                      className="min-w-0 break-all rounded-sm text-accent hover:underline"
                    >
                      <code>{operation.path}</code>
                    </Link>
                  </p>
                  <p className="text-muted sm:pl-16">{operation.summary}</p>
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </>
  );
}
