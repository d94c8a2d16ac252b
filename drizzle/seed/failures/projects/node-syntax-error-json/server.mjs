import { readFileSync } from "node:fs";

const config = JSON.parse(readFileSync("config.json", "utf8"));
console.log(config.currency);
