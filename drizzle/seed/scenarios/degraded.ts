import { lookUpContext } from "#server/operations/look-up-context.ts";
import { IndexNotReady, type RetrievalLeg } from "#server/operations/ports.ts";
import { remember } from "#server/operations/remember.ts";
import type { Scenario } from "../scenario.ts";

const project = "github.com/acme/shop";
const log =
  'npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error peer react@"^18" from widget@2.0.0\n';

/** Long enough for the legs that answer, on any machine. */
const patienceMs = 3_000;

const hangs: RetrievalLeg = { search: () => new Promise(() => {}) };
const fails: RetrievalLeg = {
  search: async () => {
    throw new Error("out of order");
  },
};
const lies: RetrievalLeg = { search: async () => ({ hits: [{ id: "", rawScore: 7, factors: {} }], embedder: "off" }) };

export const scenario: Scenario = {
  summary: "Legs that hang, fail, answer nonsense or are still indexing: the answer is thinner and says why.",
  async fill({ run, link, context }) {
    const own = context.retrieval;
    await run(
      remember,
      { project, id: "pin-react", text: "Pin react to 18 until widget 3 is out.", signature_source: log },
      { minutesAgo: 90 },
    );
    const ask = async (retrieval: typeof own, task: string, minutesAgo: number) =>
      run(
        lookUpContext,
        { project, task, signature_source: log },
        { minutesAgo, retrieval, durationMs: 801, patienceMs },
      );
    const cases: [string, typeof own][] = [
      ["the text leg timed out", { ...own, text: hangs }],
      ["skills failed", { ...own, skills: fails }],
      ["the symptom leg answered nonsense", { ...own, symptom: lies }],
      [
        "everything but the exact failure is out",
        { ...own, symptom: fails, text: hangs, skills: lies, reference: fails },
      ],
      ["the indexes are still being built", { ...own, sync: () => Promise.reject(new IndexNotReady()) }],
      ["the embedder timed out", { ...own, text: { search: async () => ({ hits: [], embedder: "timeout" }) } }],
    ];
    for (const [position, [shows, retrieval]] of cases.entries()) {
      const { lookup_id } = await ask(retrieval, `widget needs react, attempt ${position + 1}`, 60 - position * 5);
      link(`/lookups/${lookup_id}`, shows);
    }
    link("/lookups", "rows that name their missing legs");
    link("/", "degraded legs over time");
  },
};
