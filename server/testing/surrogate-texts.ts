import { readFileSync } from "node:fs";
import { z } from "zod";

/** Texts of case A22. Read by hand: a bundler's JSON reader refuses the lone surrogates that the case is about. */
export const surrogateTexts: string[] = z
  .object({ texts: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(new URL("./cases/A22-surrogates.json", import.meta.url), "utf8"))).texts;
