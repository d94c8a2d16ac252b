import type { MaskContext, MaskReplacement, MaskRule } from "#server/domain/failure-signature/masks.ts";
import { hasRunOf } from "#server/domain/text/has-run-of.ts";

const hasHexWord = hasRunOf(/[0-9a-fA-F]/, 7);
const hasLongHexWord = hasRunOf(/[0-9A-F]/, 16);
const hasSortableId = hasRunOf(/[0-9A-Z]/, 26);
const hasLongWord = hasRunOf(/[A-Za-z0-9+_-]/, 20);

const every = ["prose", "message", "diagnostic", "assertion", "frame"] as const;

export const idRules: MaskRule[] = [
  {
    name: "uuid",
    placeholder: "<uuid>",
    reason: "A UUID names one run, request or row.",
    tradeOff: "Tasks that are only told apart by their UUID fall together; a signature_key parts them.",
    profiles: every,
    needs: /[-_][0-9a-fA-F]{4}[-_]/,
    pattern:
      /(?<![0-9A-Za-z])[0-9a-fA-F]{8}([-_])[0-9a-fA-F]{4}\1[0-9a-fA-F]{4}\1[0-9a-fA-F]{4}\1[0-9a-fA-F]{12}(?![0-9A-Za-z])/g,
  },
  {
    name: "request_id",
    placeholder: "<id>",
    reason: "Clouds and services print an id of the one request, trace, message or build that failed.",
    tradeOff: "None known: such an id never comes back.",
    profiles: every,
    needs: /[Ii][Dd]\b|message:|[Nn]once|[Ee][Tt]ag/,
    pattern:
      /\b(?:(?:x-)?(?:amzn?-|amz-|ms-)?(?:request|host|trace|span|correlation|session|transaction|invocation|activity|operation|event|message|job|run|build|pipeline|execution|deployment|container|instance|connection|thread|process)[ _-]?id|requestid|etag|nonce|encoded authorization failure message)["']?[ ]?[:=#]?[ ]?\[?["']?(?=[\w+/=-]{0,200}[0-9])([\w+/=-]{2,400}(?::[0-9A-Fa-f]{4,12}){0,6})/gi,
    replace: lastGroup("<id>"),
  },
  {
    name: "digest",
    placeholder: "<hash>",
    reason: "Content digests change with every build.",
    tradeOff: "An integrity failure does not say which of two contents was meant; the package name does.",
    profiles: every,
    needs: /sha[0-9]|md5/i,
    pattern: /\b(?:sha(?:1|224|256|384|512)|md5)[:-][A-Za-z0-9+/=_-]{16,140}/gi,
  },
  {
    name: "truncated_id",
    placeholder: "<instance>",
    reason: "`name(2f1e...)` is a short label of one task or object: the name says which, not what failed.",
    tradeOff: "Failures of differently named tasks fall together; a signature_key parts them.",
    profiles: ["prose", "message"],
    needs: /\((?=[0-9a-fA-F]*[0-9])[0-9a-fA-F]{3,40}(?:\.\.\.?|…)\)/,
    pattern: /[\w.-]{1,80}\((?=[0-9a-fA-F]{0,40}[0-9])[0-9a-fA-F]{3,40}(?:\.\.\.?|…)\)/g,
  },
  {
    name: "pod",
    placeholder: "<pod>",
    reason: "Kubernetes appends random letters to the names of pods and replica sets.",
    tradeOff: "None known: the name of the deployment stays.",
    profiles: every,
    needs: /-[a-z0-9]{8,10}-[a-z0-9]{5}/,
    pattern:
      /(?<=\b[a-z][a-z0-9-]{0,80})-(?:[a-f0-9]{8,10}|[bcdfghjklmnpqrstvwxz2456789]{8,10})-[bcdfghjklmnpqrstvwxz2456789]{5}(?![\w-])/g,
    replace: (match) => whole(match, "-<pod>"),
  },
  {
    name: "object_identity",
    placeholder: "<address>",
    reason: "Java prints an object without a text of its own as its class and a number that is new in each run.",
    tradeOff: "None known.",
    profiles: every,
    needs: /[A-Za-z$;]@[0-9a-f]{5}/,
    pattern: /(?<=(?:[A-Z][\w$]{0,80}|\[[A-Z]|;)@)[0-9a-f]{5,8}(?![\w.-])/g,
  },
  {
    name: "address",
    placeholder: "<address>",
    reason: "Memory addresses and code offsets move with every start (and every compiler).",
    tradeOff:
      "Hexadecimal constants in prose are lost; those that follow a word such as error, code or status are kept.",
    profiles: every,
    needs: /0x[0-9a-fA-F]|(?<![0-9A-F])[0-9A-F]{16}/,
    mayHold: (line) => line.includes("0x") || hasLongHexWord(line),
    pattern: /(?<![\w.])[+-]?(?:0x[0-9a-fA-F]{1,32}|(?=[0-9A-F]{0,15}[0-9])[0-9A-F]{16}(?= ))(?![\w])/g,
    replace: (match, context) =>
      /(?:\b(?:error|code|hresult|status|exit|result|errno|exception)[ :=(#]{0,3})$/i.test(before(context))
        ? undefined
        : whole(match, "<address>"),
  },
  {
    name: "cut_address",
    placeholder: "<address>",
    reason: "Python cuts the text of a long value in its middle, and what is left of an address loses its `0x`.",
    tradeOff: "None known.",
    profiles: every,
    needs: /\.\.\.[0-9a-f]{2,16}>/,
    pattern: /(?<=\.\.\.)[0-9a-f]{2,16}(?=>)/g,
  },
  {
    name: "hash",
    placeholder: "<hash>",
    reason: "Commit, container and object ids: hexadecimal with at least one digit and one letter, seven or more long.",
    tradeOff: "Words of the letters a to f alone (facade, decade) stay, so an id without any digit stays too.",
    profiles: every,
    needs: /[0-9][a-fA-F]|[a-fA-F][0-9]/,
    mayHold: hasHexWord,
    pattern:
      /(?<![A-Za-z0-9<&#])(?=[0-9a-f]{0,63}[0-9])(?=[0-9]{0,63}[a-f])[0-9a-f]{7,128}(?:\.{2,3}|…)?(?![A-Za-z0-9>])|(?<![A-Za-z0-9<&#])(?=[0-9A-F]{0,63}[0-9])(?=[0-9]{0,63}[A-F])[0-9A-F]{7,128}(?![A-Za-z0-9>])/g,
    replace: (match) => (/^[0-9]{1,4}[eE][0-9]{1,3}$/.test(match[0]) ? undefined : whole(match, "<hash>")),
  },
  {
    name: "ulid",
    placeholder: "<id>",
    reason: "ULIDs and other sortable ids name one row or request.",
    tradeOff: "None known.",
    profiles: every,
    needs: /[0-7][0-9A-HJKMNP-TV-Z]{25}/,
    mayHold: hasSortableId,
    pattern: /(?<![\w-])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![\w-])/g,
  },
  {
    name: "blob",
    placeholder: "<blob>",
    reason: "Tokens, signatures and encoded messages: long runs that mix digits and both cases.",
    tradeOff: "A very long generated identifier may be taken for one; it needs digits and many changes of case.",
    profiles: every,
    needs: /(?<![A-Za-z0-9+_-])[A-Za-z0-9+_-]{20}/,
    mayHold: hasLongWord,
    pattern: /(?<![A-Za-z0-9+/_.-])[A-Za-z0-9+_-]{20,2000}(?:\.[A-Za-z0-9_-]{16,2000}){0,2}={0,2}(?![A-Za-z0-9+/_-])/g,
    replace: (match) => (looksEncoded(match[0]) ? whole(match, "<blob>") : undefined),
  },
  {
    name: "long_number",
    placeholder: "<id>",
    reason: "Numbers of six and more digits behind an underscore (blk_388650490) name one object.",
    tradeOff: "None known.",
    profiles: ["prose", "message"],
    needs: /_-?[0-9]{6}/,
    pattern: /(?<=[A-Za-z]_)-?[0-9]{6,30}(?![\w])/g,
  },
];

function lastGroup(placeholder: string): (match: RegExpExecArray) => MaskReplacement | undefined {
  return (match) => {
    const value = match[1];
    if (value === undefined) return undefined;
    return { from: match[0].length - value.length, to: match[0].length, placeholder };
  };
}

function whole(match: RegExpExecArray, placeholder: string): MaskReplacement {
  return { from: 0, to: match[0].length, placeholder };
}

function before({ line, at }: MaskContext): string {
  return line.slice(Math.max(0, at - 40), at);
}

/** Words with hyphens or underscores between them, as in the name of a cache or an image. */
function isOfWords(text: string): boolean {
  let letters = 0;
  for (const part of text.split(/[-_]/)) if (/^(?:[A-Z]?[a-z]{2,}|[A-Z]{2,})$/.test(part)) letters += part.length;
  return letters * 2 >= text.length;
}

/** Digits and both cases, and a change of kind at least at every fourth place: encoded bytes, not words. */
function looksEncoded(text: string): boolean {
  let changes = 0;
  let digits = 0;
  let previous = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind =
      code >= 0x30 && code <= 0x39 ? 1 : code >= 0x41 && code <= 0x5a ? 2 : code >= 0x61 && code <= 0x7a ? 3 : 4;
    if (kind === 1) digits += 1;
    if (kind !== previous) changes += 1;
    previous = kind;
  }
  if (isOfWords(text)) return false;
  return digits >= 2 && changes * 3.2 >= text.length && /[A-Z]/.test(text) && /[a-z]/.test(text);
}
