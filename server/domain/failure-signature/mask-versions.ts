import type { MaskRule } from "#server/domain/failure-signature/masks.ts";

/** Words that make the version itself the failure. */
const aboutVersions =
  /\b(?:versions?|needs?|requires?d?|engines?|unsupported|incompatible|compatible|satisf(?:y|ies|ied)|mismatch|expected|supported|minimum|at least|older|newer|upgrade|downgrade|deprecated|found for|no matching|conflict)\b/i;

export const versionRules: MaskRule[] = [
  {
    name: "package_version",
    placeholder: ".x",
    reason: "Patch releases come and go; the package and its major version say what failed.",
    tradeOff:
      "A failure that one minor release brought is grouped with its neighbours. Where the line is about versions, they stay whole.",
    profiles: ["prose", "message"],
    needs: /@["'^~<>=v ]{0,4}[0-9]|[|" ][\^~][0-9]/,
    pattern:
      /(?<=@["'^~<>=v ]{0,4}[0-9]{1,5}|[|"' (][\^~]v?[0-9]{1,5})(?:\.[0-9]{1,9}){1,3}(?:[-+][\w.+-]{1,60})?(?:_[\w@.+-]{1,120})?(?![\w]|\.[0-9])/g,
    replace: (match, { line }) =>
      keepsVersions(line) ? undefined : { from: 0, to: match[0].length, placeholder: ".x" },
  },
  {
    name: "runtime_banner",
    placeholder: "<version>",
    reason: "Node ends a crash with its own version, whatever it was that crashed.",
    tradeOff: "None known: a version that matters is named in the message.",
    profiles: ["prose", "message"],
    needs: /^Node\.js v[0-9]/,
    pattern: /(?<=^Node\.js )v[0-9]{1,3}(?:\.[0-9]{1,5}){2}(?:-[\w.]{1,30})?$/g,
  },
  {
    name: "version",
    placeholder: ".x",
    reason: "As for packages. Three or four numbers with dots; five are a section number and stay.",
    tradeOff: "As for packages.",
    profiles: ["prose", "message"],
    needs: /[0-9]\.[0-9]{1,9}\.[0-9]/,
    pattern: /(?<![\w.$-])(v?[0-9]{1,5})((?:\.[0-9]{1,9}){2,3}(?:[-+][\w.+-]{1,60})?)(?![\w]|\.[0-9])/g,
    replace: (match, { line }) => {
      const major = match[1]?.length ?? 0;
      return keepsVersions(line) ? undefined : { from: major, to: match[0].length, placeholder: ".x" };
    },
  },
];

/** `npm error peer react@"^17.0.0" from x@1.0.0` names a conflict of majors, whatever words stand around it. */
function keepsVersions(line: string): boolean {
  return aboutVersions.test(line) && !/\bpeer(?:Optional)? |^Found: /.test(line);
}
