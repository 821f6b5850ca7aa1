import type { Finding } from "../finding";
import type { ShownAnswer } from "./shown-answer";

const COMMENT = "sourceMappingURL=";
/** More of them say no more. */
const MAX_COMMENTS = 20;

/** Whether a script of the page names its map: as the comment that bundlers write, between a script's tags. */
function namesMap(html: string): boolean {
  let at = html.indexOf(COMMENT);
  for (let seen = 0; at !== -1 && seen < MAX_COMMENTS; seen++) {
    const inScript = html.lastIndexOf("<script", at) > html.lastIndexOf("</script", at);
    if (inScript && /\/\/[#@]\s?$/.test(html.slice(at - 4, at))) return true;
    at = html.indexOf(COMMENT, at + COMMENT.length);
  }
  return false;
}

/** The finding for a map that leads from shipped scripts to their sources, if the homepage names one. */
export function sourceMapFindings(home: ShownAnswer): readonly Finding[] {
  const { headers, text } = home;
  if (!headers.has("sourcemap") && !headers.has("x-sourcemap") && !namesMap(text)) return [];
  return [
    {
      category: "disclosure",
      severity: "info",
      title: "A source map is named",
      detail: "The homepage names a source map: whoever fetches it reads the scripts as they were written.",
      remediation: "Don't deploy source maps, or keep them where only your error reports can fetch them.",
    },
  ];
}
