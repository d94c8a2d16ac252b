import path from "node:path";
import { type Command, Option } from "commander";
import { z } from "zod";
import { readSource } from "./read-source.ts";
import type { CliEnvironment, RunOperation } from "./run-cli.ts";

const Pair = z.looseObject({ task_text: z.string(), label: z.string() });

/** Commands around reasoning, the code graph, replay, calibration and policies. */
export function addPriorCommands(
  command: (definition: string, description: string) => Command,
  run: RunOperation,
  environment: CliEnvironment,
): void {
  command("prior <task>", "What other sessions decided that bears on a task")
    .requiredOption("--project <slug>", "host/owner/name")
    .requiredOption("--session <name>", "name of your run")
    .option("--nodes <node...>", "files, directories or modules you are working on")
    .addOption(new Option("--scope <scope>", "where to search").choices(["project", "all-projects"]))
    .option("--top-k <count>", "most memories to return", Number)
    .option("--budget <tokens>", "upper bound for the rendered answer", Number)
    .option("--request-id <id>", "makes a retry safe")
    .action((task, options) =>
      run(
        "context.prior",
        {
          task_text: task,
          project: options.project,
          session: options.session,
          current_nodes: options.nodes,
          scope: options.scope,
          top_k: options.topK,
          budget: options.budget,
          request_id: options.requestId,
        },
        options,
      ),
    );

  command("decide <text>", "Store a decision with the code that it is about")
    .requiredOption("--project <slug>", "host/owner/name")
    .requiredOption("--session <name>", "name of your run")
    .option("--ground <node...>", "files, directories or modules it is about")
    .addOption(new Option("--type <type>", "kind of reasoning").choices(["decision", "assumption", "constraint"]))
    .option("--task-id <id>", "groups the decisions of one task")
    .option("--id <id>", "your own id")
    .action((text, options) =>
      run(
        "decision.record",
        {
          text,
          project: options.project,
          session: options.session,
          ground: options.ground ?? [],
          type: options.type,
          task_id: options.taskId,
          id: options.id,
        },
        options,
      ),
    );

  command("outcome <verdict>", "Say whether a decision held: pass or fail")
    .requiredOption("--session <name>", "name of your run")
    .requiredOption("--rationale <text>", "why; never given to other sessions")
    .option("--decision <id>", "the decision that is judged")
    .option("--task-id <id>", "or: every decision of this task in the session")
    .option("--lookup <id>", "the lookup that led to it")
    .action((verdict, options) =>
      run(
        "outcome.record",
        {
          verdict,
          session: options.session,
          rationale: options.rationale,
          decision_id: options.decision,
          task_id: options.taskId,
          lookup_id: options.lookup,
        },
        options,
      ),
    );

  command("session <name>", "Open or resume a session: its decisions and what is still unverified")
    .requiredOption("--project <slug>", "host/owner/name")
    .option("--goal <text>", "what the session is for")
    .action((session, options) =>
      run("session.start", { session, project: options.project, goal: options.goal }, options),
    );

  command("index [folder]", "Index the committed state of a checkout").action((folder, options) =>
    run("graph.index", { path: path.resolve(folder ?? ".") }, options),
  );
  command("graph <node>", "What contains, imports or is imported by a node")
    .requiredOption("--project <slug>", "host/owner/name")
    .option("--hops <count>", "1 or 2", Number)
    .option("--signatures", "list what each file declares")
    .action((node, options) =>
      run(
        "graph.query",
        {
          node,
          project: options.project,
          hops: options.hops,
          detail: options.signatures ? "signatures" : undefined,
        },
        options,
      ),
    );

  command("replay <id>", "Recompute a lookup from its record, or under another policy")
    .option("--policy-version <version>", "a stored policy", Number)
    .option("--set <field=value...>", "fields of a policy, such as noise_floor=0.1")
    .action((id, options) =>
      run(
        "lookup.replay",
        { id, policy_version: options.policyVersion, policy: options.set && fieldsOf(options.set) },
        options,
      ),
    );
  command("label <lookup> <memory> <label>", "Judge a memory of a lookup: relevant, control or unsure").action(
    (id, memory, label, options) => run("lookup.label", { id, memory_id: memory, label }, options),
  );

  command("calibrate", "Suggest thresholds from labelled pairs")
    .option("--pairs <file>", "JSONL of pairs, - for standard input; without it the labels of lookups")
    .option("--project <slug>", "host/owner/name")
    .option("--policy-version <version>", "score under a stored policy", Number)
    .option("--apply <id>", "apply the suggestion of this calibration")
    .option("--accept-weak", "apply it on fewer than three pairs of a class")
    .option("--dry-run", "only show what applying would change")
    .action(async (options) => {
      if (options.apply !== undefined) {
        await run(
          "calibration.applySuggestion",
          {
            id: options.apply,
            project: options.project,
            accept_weak: options.acceptWeak === true,
            dry_run: options.dryRun === true,
          },
          options,
        );
        return;
      }
      const pairs = options.pairs === undefined ? undefined : await readPairs(options.pairs, environment);
      await run("calibration.run", { pairs, project: options.project, policy_version: options.policyVersion }, options);
    });

  command("policy [version]", "Policy versions, or apply one")
    .option("--project <slug>", "only for this project")
    .option("--set <field=value...>", "save a new version with these fields")
    .option("--note <text>", "why")
    .action((version, options) => {
      if (options.set !== undefined) {
        return run("policy.save", { fields: fieldsOf(options.set), note: options.note ?? "" }, options);
      }
      return version === undefined
        ? run("policy.list", { project: options.project }, options)
        : run("policy.applyVersion", { version: Number(version), project: options.project }, options);
    });
}

/** One JSON object a line; a line that is none is named by its number. */
async function readPairs(file: string, { stdin }: CliEnvironment): Promise<unknown[]> {
  const { text } = await readSource(file, stdin);
  return text
    .split("\n")
    .map((line, position) => ({ line: line.trim(), number: position + 1 }))
    .filter(({ line }) => line !== "")
    .map(({ line, number }) => {
      try {
        return Pair.parse(JSON.parse(line));
      } catch {
        throw new Error(`${file}, line ${number}: needs a JSON object with task_text and label.`);
      }
    });
}

function fieldsOf(settings: readonly string[]): Record<string, number | null> {
  return Object.fromEntries(
    settings.map((setting) => {
      const [field = "", value = ""] = setting.split("=", 2);
      const number = value === "null" ? null : Number(value);
      if (field === "" || value === "" || Number.isNaN(number)) {
        throw new Error(`--set ${setting}: needs field=number.`);
      }
      return [field, number];
    }),
  );
}
