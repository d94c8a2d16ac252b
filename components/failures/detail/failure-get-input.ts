/** The query input of the page of one failure, the same on server and browser. */
export function failureGetInput(id: string) {
  return { id, example: "window" as const };
}
