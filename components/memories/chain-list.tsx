import { ArrowDown, Undo2 } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeFull } from "#components/ui/time-full.tsx";
import type { ChainData } from "./detail/memory-data.ts";
import { MemoryLink } from "./memory-link.tsx";
import { MemoryStateMark } from "./memory-state-mark.tsx";

type Props = {
  chain: ChainData;
  /** The memory whose page this is; it is marked. */
  here: string | null;
  /** Undoes one step; null while that is not possible, and left out where it is not offered. */
  onUndo?: ((id: string) => void) | null;
};

/** A chain as a list: every memory oldest first, each with what replaced it, when and why. */
export function ChainList({ chain, here, onUndo }: Props) {
  const linkOf = new Map(chain.links.map((link) => [link.id, link]));
  return (
    <ol className="panel divide-y divide-line">
      {chain.memories.map((memory) => {
        const link = linkOf.get(memory.id);
        return (
          <li
            key={memory.id}
            aria-current={memory.id === here ? "true" : undefined}
            className={classNames("px-4 py-2.5 text-sm", memory.id === here && "bg-selected")}
          >
            <div className="flex flex-wrap items-center gap-x-3">
              <MemoryStateMark state={memory.state} />
              <MemoryLink id={memory.id} />
              {memory.id === here ? <span className="text-muted text-xs">this memory</span> : null}
            </div>
            {memory.preview === "" ? null : (
              <p className="mt-0.5 line-clamp-2">
                <StoredText>{memory.preview}</StoredText>
              </p>
            )}
            {link === undefined ? null : (
              <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <p className="min-w-0 flex-1 basis-60 text-muted text-xs">
                  <ArrowDown aria-hidden="true" size={12} className="mr-1 inline" />
                  {link.successor_id === null ? (
                    "retired"
                  ) : (
                    <>
                      replaced by <MemoryLink id={link.successor_id} />
                    </>
                  )}
                  , <TimeFull instant={link.created_at} />: <StoredText>{link.reason}</StoredText>
                </p>
                {onUndo === undefined ? null : (
                  <Button
                    className="no-print"
                    disabled={onUndo === null}
                    aria-label={`Undo: ${memory.id} answers again`}
                    onClick={() => onUndo?.(memory.id)}
                  >
                    <Undo2 aria-hidden="true" size={14} />
                    Undo
                  </Button>
                )}
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
