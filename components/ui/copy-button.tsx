"use client";

import { Check, Copy, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { classNames } from "./class-names.ts";

type Props = {
  /** What the button is called, for example `Copy as curl`. */
  label: string;
  /** The text, or what fetches it when asked. */
  text: string | (() => Promise<string>);
  className?: string;
};

type State = "ready" | "copied" | "refused";

const stateWord = { ready: "", copied: "Copied", refused: "The browser refused to copy" } as const;
const shownForMs = 2_000;

export function CopyButton({ label, text, className }: Props) {
  const [state, setState] = useState<State>("ready");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setState("copied");
    } catch {
      setState("refused");
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState("ready"), shownForMs);
  }

  const Icon = state === "copied" ? Check : state === "refused" ? X : Copy;
  return (
    <>
      <button type="button" className={classNames("control", className)} onClick={copy}>
        <Icon aria-hidden="true" size={14} />
        {label}
      </button>
      <span role="status" className="sr-only">
        {stateWord[state]}
      </span>
    </>
  );
}
