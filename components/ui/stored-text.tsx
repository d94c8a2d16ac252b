import { splitInvisible } from "./split-invisible.ts";

type Props = { children: string };

/** Text that came from outside, as text: nothing in it is markup, and what hides in it is shown by its code point. */
export function StoredText({ children }: Props) {
  let position = 0;
  return (
    <bdi className="stored-text" dir="auto">
      {splitInvisible(children).map((piece) => {
        const key = position;
        position += 1;
        return piece.kind === "text" ? (
          piece.text
        ) : (
          <span key={key} className="invisible-mark" title={piece.name}>
            {piece.codePoint}
          </span>
        );
      })}
    </bdi>
  );
}
