import type { SiteResponse } from "../site-response";
import { isOwnWord, readAnswer } from "./answer";
import type { ProbeRow } from "./probe-row";

/** Judges the homepage's answer to a request with that foreign Origin. A public `*` alone is no weakness. */
export function judgeCors(origin: string, answer: SiteResponse | null): ProbeRow {
  const row = { id: "cors", path: "/", findings: [] };
  const read = readAnswer(answer);
  if (answer === null || !isOwnWord(answer))
    return {
      ...row,
      status: "inconclusive",
      observed: read.kind === "none" ? read.observed : "The answer is not the site's own.",
    };
  const allowed = answer.headers.get("access-control-allow-origin")?.trim() ?? "";
  if (allowed === "") return { ...row, status: "absent", observed: "Other origins may not read the answer." };
  if (allowed === "*")
    return { ...row, status: "present", observed: "Any origin may read the answer, without credentials." };
  if (allowed.includes(","))
    return {
      ...row,
      status: "present",
      observed: "The header names more than one origin, or is sent twice: browsers let none read the answer.",
    };
  if (allowed !== origin)
    return { ...row, status: "present", observed: "Chosen origins may read the answer." };
  const credentials = answer.headers.get("access-control-allow-credentials")?.trim().toLowerCase() === "true";
  return {
    ...row,
    status: "exposed",
    observed: `A foreign origin was echoed ${credentials ? "with" : "without"} credentials.`,
    findings: [
      {
        category: "cors",
        severity: credentials ? "high" : "low",
        title: credentials ? "Any site may read answers with credentials" : "Any foreign origin is echoed",
        detail: `The homepage allowed an origin made up for this scan${credentials ? ", with credentials: any site could read what a signed-in visitor sees" : "; credentials are not allowed"}.`,
        remediation: "Allow a fixed list of origins, and credentials only to those that need them.",
      },
    ],
  };
}
