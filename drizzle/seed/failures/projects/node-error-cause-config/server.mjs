import { readFile } from "node:fs/promises";

async function config() {
  try {
    return JSON.parse(await readFile("config/shop.json", "utf8"));
  } catch (cause) {
    throw new Error("shop could not start", { cause });
  }
}

console.log(await config());
