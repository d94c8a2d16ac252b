import Link from "next/link";

/** The name of the product and the way home. */
export function Brand() {
  return (
    <Link href="/" className="inline-flex items-center gap-2 rounded-md px-1 font-semibold text-lg tracking-tight">
      <svg aria-hidden="true" viewBox="0 0 32 32" width={20} height={20} className="bar-mark">
        <rect width={32} height={32} rx={7} className="fill-accent" />
        <circle cx={9} cy={23} r={3.5} className="fill-accent-ink" />
        <path
          d="M9 16.5A6.5 6.5 0 0 1 15.5 23M9 9a14 14 0 0 1 14 14"
          fill="none"
          strokeWidth={3}
          strokeLinecap="round"
          className="stroke-accent-ink"
        />
      </svg>
      Whence
    </Link>
  );
}
