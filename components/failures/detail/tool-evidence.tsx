import { StoredText } from "#components/ui/stored-text.tsx";
import type { SignatureDetail } from "#server/contracts/signatures.ts";

/** From which lines the tool was read, and which one the first caller named instead. */
export function ToolEvidence({ failure }: { failure: SignatureDetail }) {
  const { tool, given_tool: given, evidence } = failure;
  const isOtherwise = given !== null && given !== tool;
  if (evidence.length === 0 && !isOtherwise) return null;
  return (
    <div className="mt-2 text-muted text-xs">
      {evidence.length === 0 ? null : (
        <>
          Read as <StoredText>{tool}</StoredText> by{" "}
          {evidence.map(({ rule, line }, index) => (
            <span key={rule}>
              {index === 0 ? null : ", "}
              <span className="text-ink">{rule.replaceAll("_", " ")}</span>{" "}
              <code className="stored-text">
                <StoredText>{line}</StoredText>
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
