"use client";

import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { useEarlyValue } from "./use-early-value.ts";

/** The browser's own menu, so it works with every input method. A choice made before the page came to life counts. */
export function Select({ className, ref, ...rest }: ComponentProps<"select">) {
  return <select ref={useEarlyValue(ref)} autoComplete="off" className={classNames("control", className)} {...rest} />;
}
