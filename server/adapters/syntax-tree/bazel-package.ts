import type { Node } from "web-tree-sitter";
import type { ModuleManifest } from "#server/domain/code-graph/module-manifest.ts";
import { literalText } from "./language-rules.ts";

/** Attributes whose labels are dependencies. */
const dependencyAttributes = new Set([
  "deps",
  "runtime_deps",
  "implementation_deps",
  "exports",
  "embed",
  "actual",
  "tests",
]);
const maxTargets = 2_000;
const maxLabels = 5_000;

/**
 * Targets and labels of a BUILD file, from its tree in Python's grammar. Null when it names no target: `BUILD` is also
 * what people call a text about building.
 */
export function readBazelPackage(root: Node): ModuleManifest | null {
  const targets: string[] = [];
  const labels = new Set<string>();
  for (const statement of root.namedChildren) {
    const call = statement.firstNamedChild;
    if (statement.type !== "expression_statement" || call?.type !== "call") continue;
    for (const argument of call.childForFieldName("arguments")?.namedChildren ?? []) {
      if (argument.type !== "keyword_argument") continue;
      const attribute = argument.childForFieldName("name")?.text ?? "";
      const value = argument.childForFieldName("value");
      if (attribute === "name" && value?.type === "string" && targets.length < maxTargets)
        targets.push(literalText(value));
      if (!value || !dependencyAttributes.has(attribute)) continue;
      // The keys of a `select` are conditions.
      const conditions = new Set(value.descendantsOfType("pair").map((pair) => pair.childForFieldName("key")?.id));
      for (const label of value.descendantsOfType("string")) {
        if (!conditions.has(label.id) && labels.size < maxLabels) labels.add(literalText(label));
      }
    }
  }
  return targets.length === 0 ? null : { kind: "bazel_package", targets, labels: [...labels] };
}
