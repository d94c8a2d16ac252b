"use client";

import { useState } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { formatCount } from "./format-quantity.ts";
import { ScrollRegion } from "./scroll-region.tsx";
import { StoredText } from "./stored-text.tsx";

type Props = {
  text: string;
  /** Names the scrolling region for screen readers. */
  label: string;
  /** Characters drawn at first; more only when asked for, because a page must not freeze on a large text. */
  shownAtFirst?: number;
  className?: string;
};

/** A preformatted text of any length in a region of limited height that scrolls by mouse and keyboard. */
export function LongText({ text, label, shownAtFirst = 20_000, className }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const isCut = text.length > shownAtFirst && !isWhole;
  return (
    <div>
      <ScrollRegion label={label} className={classNames("max-h-96", className)}>
        <pre className="stored-text p-3 text-xs">
          <StoredText>{isCut ? text.slice(0, shownAtFirst) : text}</StoredText>
        </pre>
      </ScrollRegion>
      {isCut ? (
        <p className="flex flex-wrap items-center gap-3 border-line border-t px-3 py-2 text-muted text-xs">
          {formatCount(shownAtFirst)} of {formatCount(text.length)} characters
          <Button onClick={() => setIsWhole(true)}>Show all</Button>
        </p>
      ) : null}
    </div>
  );
}
