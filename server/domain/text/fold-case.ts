/**
 * Case folding without a locale, close to Unicode's full case folding: `ß` and `SS` meet, `İ`, `I` and `ı` meet
 * (a Turkish word typed in capitals has lost the difference), final and inner sigma meet.
 * Expects NFKC text and returns NFKC text; folding twice changes nothing.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.toUpperCase().toLowerCase().normalize("NFKC").replaceAll("ς", "σ").replaceAll("i\u0307", "i");
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}
