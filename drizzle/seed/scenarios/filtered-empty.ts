import { lookUpContext } from "#server/operations/look-up-context.ts";
import { remember } from "#server/operations/remember.ts";
import type { Scenario } from "../scenario.ts";

const project = "github.com/acme/shop";

export const scenario: Scenario = {
  summary: "There is something, and nothing of it passes the filters.",
  async fill({ run, link }) {
    await run(remember, {
      project,
      id: "pin-react",
      text: "Pin react to the version that the peer asks for.",
      tool: "npm",
    });
    await run(lookUpContext, { project, task: "pin react" }, { minutesAgo: 30 });
    link("/lookups?q=zanzibar", "no lookup holds this text");
    link("/lookups?tier=1", "no lookup hit an exact failure");
    link("/lookups?tool=cargo&project=github.com/acme/other", "no lookup of this tool and project");
    link("/memories?q=zanzibar", "no memory holds this text");
    link("/memories?level=L2&kind=reasoning", "no memory of this level and kind");
    link("/memories?state=superseded", "no memory was superseded");
  },
};
