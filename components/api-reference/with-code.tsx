import { Fragment } from "react";

/** A description of the document, with what it puts in backticks as code. */
export function WithCode({ children }: { children: string }) {
  const parts = children.split(/(`[^`]+`)/);
  return parts.map((part, index) => {
    const key = parts.slice(0, index + 1).join("").length;
    return part.startsWith("`") ? <code key={key}>{part.slice(1, -1)}</code> : <Fragment key={key}>{part}</Fragment>;
  });
}
