import type { MaskContext, MaskRule } from "#server/domain/failure-signature/masks.ts";

const persons =
  "(?:users?|user ?names?|logins?|accounts?|owners?|authors?|customers?|tenants?|members?|principals?|actors?|clients?|sessions?|tokens?|e-?mails?|persons?|employees?|patients?|contacts?|recipients?|senders?|players?|subscribers?)";
const instances =
  "(?:worker|mirror|shard|replica|pod|instance|runner|agent|executor|thread|task|job|host|server|broker|partition|queue|pool|slot|zone|rack|machine|vm|proxy|peer|follower|leader|member|client|session|connection|conn|channel|consumer|producer|fork|process|proc|child|attempt|try|run|batch|segment|part|gpu|cpu|device|vol|volume|disk|eth|PacketResponder)";

/** Words before a number that make it part of what failed: codes, states, and values that a check compares. Read backwards from the number. */
const keepsNumber =
  /(?<=\b(?:exit(?:ed)?(?: with)?(?: status| code| code:)?|status(?: ?code)?|codes?|errno|error|err|http(?:\/[0-9](?:\.[0-9])?)?|https?|sqlstate|signal|sig|level|severity|state|expected|received|actual|got|wanted|want|to (?:be|equal|eql|match|contain|have length)|toBe|toEqual|is not|not|major|class file(?: major)?(?: version)?|version|java|jdk|jre|node(?:\.js)?|python|npm|pnpm|yarn|ruby|go|rust|php|perl|react|angular|vue|next|gradle|maven|kotlin|scala|dotnet|release|tls|ssl|sslv|tlsv|ipv|utf|sha|arg(?:ument)?s?|param(?:eter)?s?|field|index|dimension|rank|takes|exactly|least|most|msg|rc|returned|responded(?: with)?|response|answered|answer|value|type|reason|hresult|ORA|Terminated by signal)\b["']?[ :=(#"'-]{0,3}|[=!]==? ?|[<>]=? ?|@["'^~<>=v ]{0,4}|[\^~]|[|] )/iy;
/** Its words that decide alone, and those of which the pattern asks what stands before them. */
const decisiveWords = new Set(
  "exit exited status statuscode code codes errno error err http https sqlstate signal sig level severity state expected received actual got wanted want tobe toequal not major version java jdk jre node python npm pnpm yarn ruby go rust php perl react angular vue next gradle maven kotlin scala dotnet release tls ssl sslv tlsv ipv utf sha arg args argument arguments param params parameter parameters field index dimension rank takes exactly least most msg rc returned responded response answered answer value type reason hresult ora".split(
    " ",
  ),
);
const dependentWords = new Set("with be equal eql match contain length file js".split(" "));
const longestWord = 10;

function isBetween(character: number): boolean {
  // Blank, quotes, `#`, `(`, `-`, `:` and `=`.
  return (
    character === 0x20 ||
    character === 0x22 ||
    character === 0x23 ||
    character === 0x27 ||
    character === 0x28 ||
    character === 0x2d ||
    character === 0x3a ||
    character === 0x3d
  );
}

function isWordCharacter(character: number): boolean {
  return (
    (character >= 0x61 && character <= 0x7a) ||
    (character >= 0x41 && character <= 0x5a) ||
    (character >= 0x30 && character <= 0x39) ||
    character === 0x5f
  );
}

/** Tells of each UTF-16 unit whether it is one of some of ASCII: a line full of numbers asks many times. */
function unitsOf(characters: string): Uint8Array {
  const units = new Uint8Array(0x10000);
  for (let at = 0; at < characters.length; at++) units[characters.charCodeAt(at)] = 1;
  return units;
}

const comparisons = unitsOf("=!<>@^~|");

function holdsComparison(line: string, from: number, to: number): boolean {
  for (let at = Math.max(0, from); at < to; at++) if (comparisons[line.charCodeAt(at)] === 1) return true;
  return false;
}

/** Whether what stands between may be the end of `http/2` or `http/1.1`, the only words there that end in a digit. */
function isHttpVersion(line: string, start: number, end: number): boolean {
  const before = line.charCodeAt(start - 1);
  return end - start === 1 && (before === 0x2e || before === 0x2f);
}

/** Whether `keepsNumber` matches before `at`. Most numbers are told by the word before them, in a fraction of the time. */
function isKeptByWordsBefore(line: string, at: number): boolean {
  const matches = () => {
    keepsNumber.lastIndex = at;
    return keepsNumber.test(line);
  };
  if (holdsComparison(line, at - 6, at)) return matches();
  let end = at;
  while (end > 0 && at - end < 4 && isBetween(line.charCodeAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && end - start <= longestWord && isWordCharacter(line.charCodeAt(start - 1))) start -= 1;
  if (isHttpVersion(line, start, end)) return matches();
  const last = line.charCodeAt(end - 1);
  // No other word of them ends in a digit.
  if (start === end || (last >= 0x30 && last <= 0x39)) return false;
  const word = line.slice(start, end).toLowerCase();
  if (dependentWords.has(word)) return matches();
  if (!decisiveWords.has(word)) return false;
  const quote = line.charCodeAt(end);
  return at - end < 4 || quote === 0x22 || quote === 0x27;
}
const keepsNumberBefore =
  /^(?:(?:st|nd|rd|th)\b|(?: [\w'"-]{1,20})? (?:arguments?|args|parameters?|params|positional|values?|columns?|fields?|elements?|operands?|type arguments|bits?)\b| (?:was|were) (?:given|provided|passed|expected|required|found)\b| ?(?:!=|==|<=|>=|<|>)=? ?[0-9]| to (?:be|equal|eql|deeply|strictly|match|contain|have)\b|\.x\b)/i;
const httpStatus = /^[1-5][0-9]{2}$/;
const httpAround = /(?:^|[:(\s])$/;
const httpAfter =
  /^(?: (?:from|on|for|at|OK|Created|Accepted|Moved|Found|Bad Request|Unauthorized|Forbidden|Not Found|Method|Conflict|Gone|Payload|Unprocessable|Too Many|Internal|Not Implemented|Bad Gateway|Service|Gateway)\b|[:-] ?[A-Z])/;

/** What the matches of `keepsNumberBefore` begin with. */
const afterBegins = unitsOf("snrtSNRT !=<>.");

function keepsThisNumber(text: string, { line, at, profile }: MaskContext): boolean {
  if (isKeptByWordsBefore(line, at)) return true;
  const end = at + text.length;
  if (end < line.length && afterBegins[line.charCodeAt(end)] === 1 && keepsNumberBefore.test(line.slice(end, end + 30)))
    return true;
  if (text.length === 3 && httpStatus.test(text)) {
    if (httpAround.test(line.slice(Math.max(0, at - 40), at)) && httpAfter.test(line.slice(end, end + 30))) return true;
  }
  const { holdsQuote, comparesValues } = factsOf(line);
  // Inside quotes a short number is part of a name: a branch, a key, an index.
  if (holdsQuote && text.length <= 4 && /^[0-9.]{1,4}$/.test(text)) {
    const before = line.slice(Math.max(0, at - 40), at);
    if (/["'`‘“][^"'`’”\s]{0,38}$/.test(before) && !/:\/\/[^\s]{0,38}$/.test(before))
      return profile === "message" && /^[^"'`’”\s]{0,30}["'`’”]/.test(line.slice(end, end + 30));
  }
  // A table of columns, a matrix, an assertion in prose: the line compares values.
  return profile === "prose" && comparesValues;
}

let lastFacts = { line: "", holdsQuote: false, comparesValues: false };

/** What is asked of the whole line for each of its numbers. */
function factsOf(line: string) {
  if (lastFacts.line !== line)
    lastFacts = {
      line,
      holdsQuote: /["'`‘“]/.test(line),
      comparesValues: /\bexpected\b|\bassert/i.test(line),
    };
  return lastFacts;
}

/** Words for what a program has, and not its users: the name behind one says what failed, of however many words it is. */
const namedThing =
  /\b(?:reports?|tables?|columns?|sheets?|views?|dashboards?|fields?|index|indexes|queues?|topics?|workflows?|stages?|suites?|charts?|datasets?|templates?|schemas?|settings?|options?|buttons?|forms?|menus?|tabs?)[ :=]{1,2}$/i;

export const valueRules: MaskRule[] = [
  {
    name: "person",
    placeholder: "<name>",
    reason: "The name of a user, customer or session is data, in quotes of any length.",
    tradeOff: "Failures of two users fall together; a signature_key parts them.",
    profiles: ["prose", "message"],
    needs:
      /(?:user|login|account|owner|author|customer|tenant|member|principal|actor|client|session|token|mail|person|employee|patient|contact|recipient|sender|player|subscriber)[^\n]{0,8}["'“‘«`=]/i,
    pattern: new RegExp(
      `(?<=\\b${persons}[ :=]{1,3})(?:'[^'\\n]{1,120}'|"[^"\\n]{1,120}"|\`[^\`\\n]{1,120}\`|“[^”\\n]{1,120}”|‘[^’\\n]{1,120}’|«[^»\\n]{1,120}»)|(?<=\\b(?:user(?:name)?|login|account|customer|tenant|session|token)=)[\\w.@+-]{1,120}`,
      "gi",
    ),
    // A parser's token is what it did not expect, and no one's secret.
    replace: (match, { line, at }) =>
      /\b(?:unexpected|illegal|expected|missing|stray|extra) tokens?[ :=]{1,3}$/i.test(
        line.slice(Math.max(0, at - 28), at),
      )
        ? undefined
        : { from: 0, to: match[0].length, placeholder: "<name>" },
  },
  {
    name: "list",
    placeholder: "<list>",
    reason: "How many members a quoted list has differs from run to run.",
    tradeOff: "Failures that name different members fall together; the sentence around the list stays.",
    profiles: ["prose"],
    needs: /['"`] ?[,\]}]/,
    pattern:
      /\[ ?(?:'[^'\n]{0,120}'|"[^"\n]{0,120}"|`[^`\n]{0,120}`)(?: ?, ?(?:'[^'\n]{0,120}'|"[^"\n]{0,120}"|`[^`\n]{0,120}`)){0,200} ?,? ?\]|(?:'[^'\n]{0,120}'|"[^"\n]{0,120}"|`[^`\n]{0,120}`)(?:(?: ?, ?| and | or )(?:'[^'\n]{0,120}'|"[^"\n]{0,120}"|`[^`\n]{0,120}`)){1,200}/g,
  },
  {
    name: "quoted_words",
    placeholder: "<quoted>",
    reason: "Several words in quotes are a title, a name or a sentence that the program was given.",
    tradeOff:
      "Failures that quote different sentences fall together. One word in quotes stays: it is a module, table, key or variable; so do several behind the word for a thing that the program has.",
    profiles: ["prose"],
    needs: /["'“‘«][^"'“‘«]{1,120} /,
    pattern:
      /(?<![\w>)\]}])(?:'[^'\s][^'\n]{0,118} [^'\n]{0,118}[^'\s]'(?!\w)|"[^"\s][^"\n]{0,118} [^"\n]{0,118}[^"\s]"|“[^”\n]{1,80} [^”\n]{1,80}”|«[^»\n]{1,80} [^»\n]{1,80}»)/g,
    replace: (match, { line, at }) =>
      /[(){}[\];=<>]|--/.test(match[0]) || namedThing.test(line.slice(Math.max(0, at - 24), at))
        ? undefined
        : { from: 0, to: match[0].length, placeholder: "<quoted>" },
  },
  {
    name: "instance",
    placeholder: "<n>",
    reason: "Workers, mirrors, shards and pods are numbered.",
    tradeOff: "A failure of one certain shard is grouped with those of the others.",
    profiles: ["prose", "message"],
    needs: /[A-Za-z][-_#]?[0-9]/,
    pattern: new RegExp(`(?=[0-9])(?<=\\b(?:[\\w.-]{0,40}[-_])?${instances}[-_#]?)[0-9]{1,6}(?![\\w.]*[A-Za-z])`, "gi"),
  },
  {
    name: "number",
    placeholder: "<n>",
    reason: "Counters, amounts and ids differ in each run.",
    tradeOff: "Codes that stand alone are lost; numbers behind words such as code, status, expected or version stay.",
    profiles: ["prose", "message"],
    needs: /[0-9\u0660-\u0669\u06f0-\u06f9]/,
    // What it begins with is looked at first: what must not stand before it costs much more.
    pattern:
      /(?=[+\-\p{Nd}])(?<![\p{L}\p{Nd}_.$@^~-]|[A-Z]\(|\+\+)(?:(?<!\+)[+-])?\p{Nd}{1,30}(?:[.,]\p{Nd}{1,15}){0,3}(?![\p{L}\p{Nd}_]|\.\p{Nd}|\.x\b|\uE000|-[\p{L}]|:<)/gu,
    replace: (match, context) => {
      if (match[0].includes(".") && /^[+-]?[0-9]+(?:\.[0-9]+){2,}$/.test(match[0])) return undefined;
      return keepsThisNumber(match[0], context) ? undefined : { from: 0, to: match[0].length, placeholder: "<n>" };
    },
  },
];
