import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isFromHere } from "#server/api/http/loopback-guard.ts";
import type { OwnerProof } from "#server/db/store-owner.ts";
import { headersOf } from "./answer-request.ts";
import { hostRule } from "./host-rule.ts";
import { ownerAnswerHeader, ownerAskHeader, ownerPath } from "./owner-question.ts";

/** 128 bits each way. A new one for each process that answers, so that an old file proves nothing. */
export function newOwnerProof(): OwnerProof {
  return { ask: randomBytes(16).toString("hex"), answer: randomBytes(16).toString("hex") };
}

/**
 * Answers the question whether this process owns the store, before and beside everything else: it needs no store, no key
 * and no quota. False when the request asks something else, or is foreign and so refused where all others are. Whoever
 * does not show the first half learns nothing.
 */
export function answersWhoOwns(request: IncomingMessage, response: ServerResponse, proof: OwnerProof): boolean {
  if (request.url !== ownerPath || !isFromHere(headersOf(request), hostRule())) return false;
  const shown = request.headers[ownerAskHeader];
  const isAsked = typeof shown === "string" && isEqual(shown, proof.ask);
  response.writeHead(isAsked ? 204 : 404, isAsked ? { [ownerAnswerHeader]: proof.answer } : {}).end();
  return true;
}

function isEqual(shown: string, known: string): boolean {
  const bytes = Buffer.from(shown);
  return bytes.length === known.length && timingSafeEqual(bytes, Buffer.from(known));
}
