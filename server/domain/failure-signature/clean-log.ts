/** Text of a log without colours, control characters and carriage returns; line ends are `\n`. */
export function cleanLog(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
