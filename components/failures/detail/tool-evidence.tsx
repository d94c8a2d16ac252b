import { StoredText } from "#components/ui/stored-text.tsx";
import type { SignatureDetail } from "#server/contracts/signatures.ts";
import { cutText } from "#server/domain/text/cut-text.ts";

/** Code points of a line that are enough to find it in the log. */
const longestLine = 120;

/** From which lines the tool was read, and which one the first caller named instead. */
export function ToolEvidence({ failure }: { failure: SignatureDetail }) {
  const { tool, given_tool: given, evidence } = failure;
  const isOtherwise = given !== null && given !== tool;
  if (evidence.length === 0 && !isOtherwise) return null;
  return (
    <div className="mt-2 text-muted text-xs">
      {evidence.length === 0 ? null : (
        <>
          {tool === "unknown" ? (
            "Found by "
          ) : (
            <>
              Read as <StoredText>{tool}</StoredText> by{" "}
            </>
          )}
          {evidence.map(({ rule, line }, index) => (
            <span key={rule}>
              {index === 0 ? null : ", "}
              <span className="text-ink">{rule.replaceAll("_", " ")}</span>{" "}
              <code className="stored-text">
                <StoredText>{cutText(line, longestLine)}</StoredText>
              </code>
            </span>
          ))}
          .
        </>
      )}
      {isOtherwise ? (
        <p className="mt-1">
          Whoever met it first called the tool <StoredText>{given}</StoredText>; what the log says decides.
        </p>
      ) : null}
    </div>
  );
}
