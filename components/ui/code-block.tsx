import { classNames } from "./class-names.ts";
import { CopyButton } from "./copy-button.tsx";
import { ScrollRegion } from "./scroll-region.tsx";

type Props = { text: string; label: string; copyLabel: string; className?: string };

/** A command or a snippet with a button that copies it. */
export function CodeBlock({ text, label, copyLabel, className }: Props) {
  return (
    <div className={classNames("flex items-start rounded-md border border-line bg-sunken", className)}>
      <ScrollRegion label={label} className="min-w-0 flex-1">
        <pre className="p-3 text-xs">{text}</pre>
      </ScrollRegion>
      <CopyButton label={copyLabel} text={text} className="m-2 shrink-0 bg-surface" />
    </div>
  );
}
