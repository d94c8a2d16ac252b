import { classNames } from "./class-names.ts";
import { CopyButton } from "./copy-button.tsx";
import { ScrollRegion } from "./scroll-region.tsx";

type Props = { text: string; label: string; copyLabel: string; className?: string };

/** A command or a snippet with a button that copies it. */
export function CodeBlock({ text, label, copyLabel, className }: Props) {
  return (
    <div className={classNames("relative rounded-md border border-line bg-sunken", className)}>
      <ScrollRegion label={label}>
        <pre className="p-3 pr-24 text-xs">{text}</pre>
      </ScrollRegion>
      <CopyButton label={copyLabel} text={text} className="absolute top-2 right-2 bg-surface" />
    </div>
  );
}
