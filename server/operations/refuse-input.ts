import { z } from "zod";
import { type Failure, type FieldError, fail, type Outcome } from "#server/contracts/failure-codes.ts";

/** What a contract refuses, as INVALID_INPUT naming at most 20 fields, each with its limit. */
export function refuseInput(error: z.ZodError): Outcome<never> {
  return fail("INVALID_INPUT", summarise(error), fieldErrors(error));
}

/** The same for a surface that checks a contract by itself; `null` where `cause` is something else. */
export function inputRefusalIn(cause: unknown): Failure | null {
  if (!(cause instanceof z.ZodError)) return null;
  return fail("INVALID_INPUT", summarise(cause), fieldErrors(cause)).failure;
}

function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.slice(0, 20).map((issue) => ({ path: issue.path.map(String).join("."), message: issue.message }));
}

function summarise(error: z.ZodError): string {
  const first = fieldErrors(error)[0];
  if (!first) return "The input does not fit.";
  return first.path === "" ? first.message : `${first.path}: ${first.message}`;
}
