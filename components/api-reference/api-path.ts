/** Where the operations are described for people. */
export const apiPath = "/settings/api";

/** The name of an operation: what it is about, and the verb. */
const operationName = /^[a-z]+\.[A-Za-z]+$/;

export function operationPath(operation: string): string {
  return `${apiPath}/${operation}`;
}

/** Whether a path `/settings/api/…` can name an operation at all. */
export function isOperationPath(pathname: string): boolean {
  return operationName.test(pathname.slice(`${apiPath}/`.length).replace(/\/$/, ""));
}
