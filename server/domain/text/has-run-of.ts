/**
 * A function that tells whether a text holds `least` characters of a kind one after another. `kind` is asked once for each ASCII character; no other
 * character is of the kind. It looks at the last place where a run could end first, so that it sees about one character in `least` of a text of
 * short words, and none more than twice.
 */
export function hasRunOf(kind: RegExp, least: number): (text: string) => boolean {
  const isOfKind = new Uint8Array(0x80);
  for (let code = 0; code < 0x80; code++) if (kind.test(String.fromCharCode(code))) isOfKind[code] = 1;
  return (text) => {
    for (let end = least - 1; end < text.length; ) {
      let at = end;
      while (at > end - least && isOfKind[text.charCodeAt(at)] === 1) at -= 1;
      if (at === end - least) return true;
      end = at + least;
    }
    return false;
  };
}
