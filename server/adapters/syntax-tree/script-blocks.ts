/**
 * A single-file component with everything but its scripts blanked out, line by line, so that what is found in it keeps
 * its line. Linear; a script that never ends reaches to the end of the file.
 */
export function onlyScripts(source: string): string {
  let kept = "";
  let at = 0;
  const lower = source.toLowerCase();
  for (let open = lower.indexOf("<script"); open >= 0; open = lower.indexOf("<script", at)) {
    const start = source.indexOf(">", open) + 1;
    if (start === 0) break;
    const close = lower.indexOf("</script", start);
    const end = close < 0 ? source.length : close;
    kept += blank(source.slice(at, start)) + source.slice(start, end);
    at = end;
    if (close < 0) return kept;
    at = close + 1;
    kept += " ";
  }
  return kept + blank(source.slice(at));
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
