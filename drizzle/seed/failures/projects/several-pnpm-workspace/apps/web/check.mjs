import { existsSync } from "node:fs";

console.log("checking licences");
if (!existsSync("LICENCE")) throw new Error("licence file is missing in apps/web");
