"use client";

import { Tooltip } from "@base-ui/react/tooltip";
import { Fragment, useLayoutEffect, useRef } from "react";
import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { bodyCell, headCell } from "#components/ui/table-cells.ts";
import type { SignatureDetail } from "#server/contracts/signatures.ts";
import { prepareMaskedLog } from "./prepare-masked-log.ts";
import { ToolEvidence } from "./tool-evidence.tsx";
import { WholeLogButton } from "./whole-log-button.tsx";

type Mask = SignatureDetail["masks"][number];

/** The log as it came beside what is compared, with each masked span explained where it stands and once more in a table. */
export function MaskedSection({ failure }: { failure: SignatureDetail }) {
  const { raw, masks, masked } = failure;
  const isCut = raw !== null && (raw.is_cut_before || raw.is_cut_after);
  return (
    <Section
      id="masked"
      title="Raw and masked"
      note="What varies between two runs is masked; what is left identifies the failure. Point at a marked span, or go to it by Tab, to see why."
    >
      <div className="grid gap-3 lg:grid-cols-2">
        <div className="panel min-w-0">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-b px-3 py-2">
            <h3 className="font-medium text-sm">
              The log it was first seen in
              {isCut ? (
                <span className="font-normal text-muted">
                  {" "}
                  · {formatCount(raw.text.length)} of {formatCount(raw.total)} characters, around the failure
                </span>
              ) : null}
            </h3>
            {isCut ? <WholeLogButton id={failure.id} /> : null}
          </div>
          {raw === null ? (
            <p className="p-3 text-muted text-sm">
              The log was removed, with the memory or the project that brought it; the next one to meet the failure
              fills it again.
            </p>
          ) : (
            <RawLog text={raw.text} masks={masks} failureAt={raw.failure_at} />
          )}
        </div>
        <div className="panel min-w-0">
          <h3 className="border-line border-b px-3 py-2 font-medium text-sm">What is compared</h3>
          <ScrollRegion label="Masked text" className="max-h-96">
            <pre className="stored-text p-3 text-xs">
              <StoredText>{masked}</StoredText>
            </pre>
          </ScrollRegion>
        </div>
      </div>
      <ToolEvidence failure={failure} />
      {masks.length === 0 ? (
        <p className="mt-2 text-muted text-xs">
          {failure.mask_rules.length === 0
            ? "Nothing was masked."
            : `Masks that fired: ${failure.mask_rules.join(", ")}.`}
        </p>
      ) : (
        <details className="panel group mt-3">
          <summary className="flex min-h-9 items-center gap-2 px-4 text-muted text-xs hover:bg-hover hover:text-ink">
            <span aria-hidden="true" className="inline-block transition-transform group-open:rotate-90">
              ›
            </span>
            Show {countOf(masks.length, "mask")} as table
          </summary>
          <div className="scroll-region border-line border-t">
            <MaskTable masks={masks} />
          </div>
        </details>
      )}
    </Section>
  );
}

function RawLog({ text, masks, failureAt }: { text: string; masks: Mask[]; failureAt: number | null }) {
  const failure = useRef<HTMLSpanElement>(null);
  // What stands before the failure is there to be scrolled to; the failure itself is in view from the start.
  useLayoutEffect(() => {
    const mark = failure.current;
    const region = mark?.closest("section");
    if (!mark || !region) return;
    region.scrollTop += mark.getBoundingClientRect().top - region.getBoundingClientRect().top - region.clientHeight / 4;
  }, []);
  return (
    <Tooltip.Provider delay={150}>
      <ScrollRegion label="Raw log" className="max-h-96">
        <pre className="stored-text p-3 text-xs">
          {prepareMaskedLog(text, masks, failureAt).map((piece) => (
            <Fragment key={piece.at}>
              {piece.at === failureAt ? <span ref={failure} /> : null}
              {piece.kind === "text" ? (
                <StoredText>{piece.text}</StoredText>
              ) : (
                <MaskedSpan mask={piece.mask} text={piece.text} />
              )}
            </Fragment>
          ))}
        </pre>
      </ScrollRegion>
    </Tooltip.Provider>
  );
}

function MaskedSpan({ mask, text }: { mask: Mask; text: string }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        className="cursor-help rounded-sm border-accent border-b border-dashed bg-selected text-left font-mono"
        aria-label={`${text}, masked as ${placeholderWord(mask)} by ${mask.rule}. ${mask.reason}`}
      >
        <StoredText>{text}</StoredText>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="max-w-80 rounded-md border border-line bg-raised p-3 text-sm shadow-raised">
            <p className="font-medium">
              <code>{mask.rule}</code> → <code>{placeholderWord(mask)}</code>
            </p>
            <p className="mt-1">{mask.reason}</p>
            {mask.trade_off === "" ? null : <p className="mt-1 text-muted text-xs">{mask.trade_off}</p>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

function MaskTable({ masks }: { masks: Mask[] }) {
  return (
    <table className="w-full" aria-label="Masks">
      <thead>
        <tr>
          {["Rule", "Found", "Stands there", "Why", "What it costs"].map((name) => (
            <th key={name} scope="col" className={headCell}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-line border-t">
        {masks.map((mask) => (
          <tr key={mask.start}>
            <th scope="row" className={`${bodyCell} text-left font-medium`}>
              <code>{mask.rule}</code>
            </th>
            <td className={bodyCell}>
              <code className="break-all">
                <StoredText>{mask.raw.slice(0, 300)}</StoredText>
              </code>
            </td>
            <td className={bodyCell}>
              <code>{placeholderWord(mask)}</code>
            </td>
            <td className={bodyCell}>{mask.reason}</td>
            <td className={`${bodyCell} text-muted`}>{mask.trade_off}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function placeholderWord({ placeholder }: Mask): string {
  return placeholder === "" ? "nothing" : placeholder;
}
