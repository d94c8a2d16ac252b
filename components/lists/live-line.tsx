import type { ReactNode } from "react";
import { TimeAgo } from "#components/ui/time-ago.tsx";

type Props = {
  /** What came since the list was shown, in words; null while nothing did. */
  words: string | null;
  /** Instant since when the server does not answer. */
  pausedSince: string | null;
  icon: ReactNode;
  isLoading: boolean;
  onShow: () => void;
};

/** Says what came since, politely, and shows it only when asked: nothing moves under a reader. */
export function LiveLine({ words, pausedSince, icon, isLoading, onShow }: Props) {
  return (
    <div className="flex min-h-11 items-center gap-3 text-sm">
      <p role="status" className="text-muted text-xs">
        {pausedSince !== null ? (
          <>
            Live updates are paused: the server does not answer. As of <TimeAgo instant={pausedSince} />.
          </>
        ) : words === null ? (
          "Live"
        ) : (
          <span className="sr-only">{words}</span>
        )}
      </p>
      {words === null ? null : (
        <button type="button" className="control border-accent text-accent" disabled={isLoading} onClick={onShow}>
          {icon}
          Show {words}
        </button>
      )}
    </div>
  );
}
