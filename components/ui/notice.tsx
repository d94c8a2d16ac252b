import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

const looks = {
  caution: { surface: "border-caution bg-caution-surface", ink: "text-caution", Icon: TriangleAlert },
  failed: { surface: "border-bad bg-bad-surface", ink: "text-bad", Icon: CircleAlert },
} as const;

type Props = { look: keyof typeof looks; title: string; children?: ReactNode; action?: ReactNode; className?: string };

/** Says what is wrong where it is wrong, and stays. A failure interrupts a screen reader, a caution does not. */
export function Notice({ look, title, children, action, className }: Props) {
  const { surface, ink, Icon } = looks[look];
  return (
    <div
      role={look === "failed" ? "alert" : "status"}
      className={classNames(
        "flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border px-3 py-2.5",
        surface,
        className,
      )}
    >
      <Icon aria-hidden="true" size={16} className={classNames("mt-0.5 shrink-0", ink)} />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{title}</p>
        {children === undefined ? null : <div className="text-muted text-sm">{children}</div>}
      </div>
      {action}
    </div>
  );
}
