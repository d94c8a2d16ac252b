import fc from "fast-check";
import { expect, test } from "vitest";
import { summaryOfBody, withSummary } from "./context-body.ts";
import { modelSummary } from "./model-summary.ts";
import { namedSymbols } from "./symbol-gate.ts";

const body = "src/a.ts\n\n## Summary\nGoes.\n\n## Related\nsrc/b.ts";

test("what a model says is one paragraph: no heading, no fence, no control character of its own", () => {
  expect(modelSummary("## Summary\nAdds\r\n  up.\u001b[31m\n```ts\nlet a;\n```\n")).toBe("Adds up. let a;");
  for (const nothing of ["", " \n ", "# Title\n", "```\n```"]) expect(modelSummary(nothing)).toBeNull();
  expect(modelSummary("a ".repeat(5_000))?.length).toBeLessThanOrEqual(1_000);
});

test("whatever it says stays within its section, and no name in it escapes the gate", () => {
  const part = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("\n", "\r", "\u2028", "```", "~~~", "## Related", "`gone`", "\u200e```", "   ~~~"),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const summary = modelSummary(`${parts.join("")} and \n\`gone\``);
      if (summary === null) return;
      const whole = withSummary(body, summary);
      expect(summaryOfBody(whole)).toBe(summary.trim());
      expect(whole.endsWith("\n\n## Related\nsrc/b.ts")).toBe(true);
      if (summary.endsWith(" `gone`") && (summary.match(/`/g) ?? []).length === 2)
        expect(namedSymbols(summary)).toContain("gone");
    }),
  );
});
