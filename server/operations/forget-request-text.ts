/** Fields of a record's `request` that hold what the caller wrote as bare text. */
const texts = ["task", "goal"];

/**
 * A stored record without the text of its request. Size and hash stay, so that equal requests can still be told from
 * others; nothing that a replay reads is touched.
 */
export function forgetRequestText(json: string): string {
  const record: unknown = JSON.parse(json);
  return JSON.stringify(
    changeField(
      changeField(record, "request", (request) =>
        mapFields(request, (field, value) => {
          if (texts.includes(field) && typeof value === "string") return "";
          if (field === "signature_source") return changeField(value, "text", emptied);
          if (field === "task_text") return changeField(value, "text", () => null);
          return value;
        }),
      ),
      "signature",
      (signature) => changeField(signature, "masked", emptied),
    ),
  );
}

/** What was never there stays absent. */
function emptied(text: unknown): unknown {
  return typeof text === "string" ? "" : text;
}

function changeField(value: unknown, field: string, change: (member: unknown) => unknown): unknown {
  return mapFields(value, (name, member) => (name === field ? change(member) : member));
}

function mapFields(value: unknown, change: (field: string, member: unknown) => unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, member]) => [field, change(field, member)]));
}
