import { curlOf } from "./curl-of.ts";

/** A lookup that anyone can send: a failure in its own words. */
export function firstCurl(origin: string): string {
  return curlOf(origin, "/memory/context", {
    signature_source: "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree",
    task: "make npm install work again",
  });
}
