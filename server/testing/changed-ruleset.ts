import { type Ruleset, rulesets } from "#server/domain/failure-signature/ruleset.ts";

/** A later version of the rules: the port of a known service no longer says which service it was. */
export const changedRuleset: Ruleset = {
  ...rulesets.v1,
  version: "v2",
  masks: rulesets.v1.masks.map((rule) =>
    rule.name === "ipv4"
      ? { ...rule, replace: (match) => ({ from: 0, to: match[0].length, placeholder: "<host>:<port>" }) }
      : rule,
  ),
};
