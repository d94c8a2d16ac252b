import type { Piece } from "#server/domain/failure-signature/finding.ts";
import type { LogLine } from "#server/domain/failure-signature/log-view.ts";

/** Words for an error in the languages of the usual compilers, as they print them before the message. */
const errorWordsOfLanguages: readonly (readonly [string, string])[] = [
  ["error", "en"],
  ["fatal error", "en"],
  ["fehler", "de"],
  ["fataler fehler", "de"],
  ["schwerwiegender fehler", "de"],
  ["erreur", "fr"],
  ["erreur fatale", "fr"],
  ["error fatal", "es"],
  ["errore", "it"],
  ["errore fatale", "it"],
  ["errore irreversibile", "it"],
  ["erro", "pt"],
  ["erro fatal", "pt"],
  ["ошибка", "ru"],
  ["фатальная ошибка", "ru"],
  ["помилка", "uk"],
  ["błąd", "pl"],
  ["błąd krytyczny", "pl"],
  ["chyba", "cs"],
  ["hiba", "hu"],
  ["hata", "tr"],
  ["ölümcül hata", "tr"],
  ["fout", "nl"],
  ["fatale fout", "nl"],
  ["fel", "sv"],
  ["ödesdigert fel", "sv"],
  ["feil", "nb"],
  ["fejl", "da"],
  ["virhe", "fi"],
  ["エラー", "ja"],
  ["致命的エラー", "ja"],
  ["错误", "zh"],
  ["致命错误", "zh"],
  ["錯誤", "zh"],
  ["嚴重錯誤", "zh"],
  ["오류", "ko"],
  ["치명적 오류", "ko"],
  ["خطا", "fa"],
  ["خطأ", "ar"],
  ["שגיאה", "he"],
  ["lỗi", "vi"],
  ["kesalahan", "id"],
  ["eroare", "ro"],
  ["σφάλμα", "el"],
  ["грешка", "bg"],
];

/** By the word, in lower case and as it begins a sentence, which is how nearly all write it. */
const errorWords: ReadonlyMap<string, string> = new Map(
  errorWordsOfLanguages.flatMap(([word, language]) => [
    [word, language],
    [word.charAt(0).toUpperCase() + word.slice(1), language],
  ]),
);

/** Words before a message that is no error. Every word that is in neither list counts as one: an error must not be taken for a remark. */
const harmlessWords = new Set([
  "warning",
  "note",
  "info",
  "hint",
  "remark",
  "message",
  "help",
  "information",
  "suggestion",
  "notice",
  "debug",
  "trace",
  "verbose",
  "warnung",
  "anmerkung",
  "hinweis",
  "bemerkung",
  "avertissement",
  "attention",
  "remarque",
  "aviso",
  "advertencia",
  "nota",
  "avviso",
  "attenzione",
  "предупреждение",
  "замечание",
  "примечание",
  "попередження",
  "ostrzeżenie",
  "uwaga",
  "varování",
  "poznámka",
  "figyelmeztetés",
  "megjegyzés",
  "uyarı",
  "not",
  "bilgi",
  "waarschuwing",
  "opmerking",
  "let op",
  "varning",
  "observera",
  "anmärkning",
  "advarsel",
  "merk",
  "bemærk",
  "varoitus",
  "huomautus",
  "警告",
  "注意",
  "附注",
  "備註",
  "注記",
  "備考",
  "提示",
  "경고",
  "참고",
  "هشدار",
  "تحذير",
  "cảnh báo",
  "ghi chú",
  "peringatan",
  "catatan",
  "required from here",
  "in function",
  "in member function",
  "at global scope",
  "in file included from",
  "previous definition",
]);

export type Severity = { isError: boolean; language: string };

/** Whether the word before a compiler's message announces an error, and in which language. Unknown words do. */
export function severityOf(word: string): Severity {
  // Nearly all write the word as it stands here.
  const plain = errorWords.get(word);
  if (plain) return { isError: true, language: plain };
  const known = word.trim().toLowerCase();
  const language = errorWords.get(known);
  if (language) return { isError: true, language };
  return { isError: !harmlessWords.has(known), language: "und" };
}

/** Whether the word is one that announces an error in some language. */
export function isErrorWord(word: string): boolean {
  return errorWords.has(word) || errorWords.has(word.trim().toLowerCase());
}

const quoted =
  /(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=[\p{L}])'(?=[\p{L}])){0,600})'|"("[^"\n]{0,300}"(?: \| "[^"\n]{0,300}"){0,40})"|"([^"\n]{0,600})"|`([^`\n]{1,600})`|[“„]([^“”„\n]{0,600})[”“]|«\s?([^«»\n]{0,600}?)\s?»|»([^«»\n]{0,600})«|‘([^’\n]{0,600})’|「([^」\n]{0,600})」|(https?:\/\/[^\s'"<>]{1,400}[^\s'"<>.,;:)])|(?<![\p{L}\p{Nd}_.-])(\p{Nd}{1,9})(?![\p{L}\p{Nd}_]|\.\p{Nd})/dgu;

/**
 * What a message says besides its sentence: quoted names and numbers, in order. For messages of one code this is the same in every language,
 * while the words around it are not. `namesAtEnd` (made with the `d` flag) takes names that a message lists without quotes.
 */
export function argumentsOf(line: LogLine, from: number, to: number, namesAtEnd: RegExp | undefined): Piece[] {
  const pieces: Piece[] = [];
  const text = line.text.slice(from, to);
  quoted.lastIndex = 0;
  for (let match = quoted.exec(text); match !== null && pieces.length < 60; match = quoted.exec(text)) {
    const range = match.indices?.slice(1).find((group) => group !== undefined);
    if (range) pieces.push(" ", { start: line.start + from + range[0], end: line.start + from + range[1] });
    if (match[0] === "") quoted.lastIndex += 1;
  }
  const names = namesAtEnd?.exec(text)?.indices?.[1];
  if (names) pieces.push(" ", { start: line.start + from + names[0], end: line.start + from + names[1] });
  return pieces;
}

const scripts: [RegExp, string][] = [
  [/[\u3040-\u30ff]/, "ja"],
  [/[\uac00-\ud7af]/, "ko"],
  [/[\u4e00-\u9fff]/, "zh"],
  [/[\u067e\u0686\u0698\u06af\u06a9\u06cc\u06f0-\u06f9]/, "fa"],
  [/[\u0600-\u06ff]/, "ar"],
  [/[\u0590-\u05ff]/, "he"],
  [/[іїєґІЇЄҐ]/, "uk"],
  [/[\u0400-\u04ff]/, "ru"],
  [/[\u0370-\u03ff]/, "el"],
  [/[\u0e00-\u0e7f]/, "th"],
];

const words: [RegExp, string][] = [
  [/\b(?:nicht|kann|wurde|werden|keine[nr]?|konnte|Datei|Zeile|fehlgeschlagen|dem|der|das|ist)\b/gi, "de"],
  [/\b(?:n['’]est|ne|fichier|n['’]a|pas|une|dans|trouv[ée]e?|échou[ée]e?|aucune?)\b/gi, "fr"],
  [/\b(?:no se|puede|archivo|está|fallado|encontr(?:ó|ado)|ningún|los)\b/gi, "es"],
  [/\b(?:impossibile|della|trovat[oa]|fallit[oa]|nessun[oa]?|risulta)\b/gi, "it"],
  [/\b(?:não|arquivo|foi|possível|encontrad[oa]|falhou|nenhum)\b/gi, "pt"],
  [/\b(?:niet|bestand|een|het|mislukt|gevonden)\b/gi, "nl"],
  [/\b(?:nie|można|plik|został|pliku)\b/gi, "pl"],
];

/** The language of a message, as a BCP 47 tag, or `en`. Two words of a language are needed where the script does not tell. */
export function languageOf(message: string): string {
  const text = message.slice(0, 1_000).replace(quoted, " ");
  for (const [script, language] of scripts) if (script.test(text)) return language;
  let best = "en";
  let most = 1;
  for (const [pattern, language] of words) {
    const count = text.match(pattern)?.length ?? 0;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}
