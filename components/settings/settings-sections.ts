import type { ComponentType } from "react";
import { KeysContent } from "./keys-content.tsx";
import { PoliciesContent } from "./policies-content.tsx";
import { ProjectsContent } from "./projects-content.tsx";
import { ProvidersContent } from "./providers-content.tsx";
import { RetentionContent } from "./retention-content.tsx";

export type SettingsSection = { id: string; title: string; note: string; Content: ComponentType };

/** The parts of the settings that the store knows, in their order on the page. A new part is one entry here. */
export const settingsSections: readonly SettingsSection[] = [
  {
    id: "projects",
    title: "Projects",
    note: "Each is named by its repository. An alias lets an old remote or a second spelling stand for it.",
    Content: ProjectsContent,
  },
  {
    id: "policies",
    title: "Policies",
    note: "Every number that decides a lookup, in versions that are never edited. Applying an older one rolls back.",
    Content: PoliciesContent,
  },
  {
    id: "retention",
    title: "Retention",
    note: "How long things are kept. Set by the active policy; lessons never expire by themselves.",
    Content: RetentionContent,
  },
  {
    id: "keys",
    title: "Keys",
    note: "For agents on other machines. Each is shown once, may be limited to projects, and stops working when revoked.",
    Content: KeysContent,
  },
  {
    id: "providers",
    title: "Providers",
    note: "What the environment of the server set up. Nothing leaves the machine unless one is configured.",
    Content: ProvidersContent,
  },
];
