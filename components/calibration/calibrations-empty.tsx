import Link from "next/link";

/** Empty: nothing was calibrated yet, and how that begins. */
export function CalibrationsEmpty() {
  return (
    <div className="panel p-4">
      <p className="font-medium">No calibration yet</p>
      <p className="mt-1 max-w-prose text-muted text-sm">
        A calibration needs pairs of a task and a memory that belongs to it, and pairs that must not match. Open a{" "}
        <Link href="/lookups?operation=context.prior" className="text-accent underline">
          prior-context lookup
        </Link>{" "}
        and label its candidates as relevant or control, one key each; or import pairs with{" "}
        <code>whence calibrate --pairs FILE</code>.
      </p>
    </div>
  );
}
