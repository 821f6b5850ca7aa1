import type { SiteResponse } from "../site-response";
import { type SecurityTxt, parseSecurityTxt } from "../security-txt";
import { type ReadAnswer, readAnswer, readDocument, startsAsMarkup } from "./answer";
import type { Finding } from "./finding";
import type { ProbeRow } from "./probe-row";

export const SECURITY_TXT_PATH = "/.well-known/security.txt";
export const SECURITY_TXT_OLD_PATH = "/security.txt";

/** How many redirects within the site are followed from the well-known path, as its readers do (RFC 9116 §5.1). */
export const SECURITY_TXT_REDIRECTS = 3;

/** A security.txt as a site serves it: where it was found, and every fault in the file and its serving. */
export interface ServedSecurityTxt extends Omit<SecurityTxt, "errors"> {
  path: string;
  /** Codes, each once. */
  errors: readonly string[];
}

type Text = Extract<ReadAnswer, { kind: "text" }>;

/** The file that counts: the well-known one, else the one at the root. Null where neither is a security.txt at all. */
export function servedSecurityTxt(
  answers: { wellKnown: SiteResponse | null; root: SiteResponse | null },
  now: number,
): ServedSecurityTxt | null {
  for (const [path, answer] of [
    [SECURITY_TXT_PATH, answers.wellKnown],
    [SECURITY_TXT_OLD_PATH, answers.root],
  ] as const) {
    const read = readAnswer(answer);
    if (answer === null || read.kind !== "text" || !looksLikeOne(read)) continue;
    const parsed = parseSecurityTxt(decode(answer), now);
    const errors = [...servingFaults(path, answer, read), ...parsed.errors.map(({ code }) => code)];
    return { ...parsed, path, errors: [...new Set(errors)], valid: errors.length === 0 };
  }
  return null;
}

/** A page in place of a file is no security.txt with faults, but none. */
const looksLikeOne = ({ text }: Text): boolean =>
  !startsAsMarkup(text) && /^[ \t\uFEFF]*(?:contact|expires)[ \t]*:/im.test(text);

/** With its byte order mark, because a file with one is faulty. */
const decode = (answer: SiteResponse): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(answer.body);

function servingFaults(path: string, answer: SiteResponse, read: Text): readonly string[] {
  const type = answer.headers.get("content-type");
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec((type ?? "").slice(0, 256))?.[1]?.toLowerCase();
  return [
    ...(path === SECURITY_TXT_PATH ? [] : ["location"]),
    ...(answer.url.startsWith("https:") ? [] : ["no_https"]),
    ...(type === null ? ["no_content_type"] : read.type === "text/plain" ? [] : ["invalid_media"]),
    ...(charset === undefined || charset === "utf-8" ? [] : ["invalid_charset"]),
    ...(isUtf8(answer) ? [] : ["utf8"]),
  ];
}

function isUtf8({ body, truncated }: SiteResponse): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(body, { stream: truncated });
    return true;
  } catch {
    return false; // that is what was asked
  }
}

/** Judges whether a researcher can find where to report a weakness. */
export function judgeSecurityTxt(
  answers: { wellKnown: SiteResponse | null; root: SiteResponse | null },
  now: number,
): ProbeRow {
  const row = { id: "security-txt", path: SECURITY_TXT_PATH };
  const served = servedSecurityTxt(answers, now);
  if (served !== null)
    return {
      ...row,
      path: served.path,
      status: "present",
      observed: served.valid
        ? `A valid file with ${served.contacts} contacts.`
        : `A file with faults: ${messagesOf(served.errors)}.`,
      findings: served.valid ? [] : [faultFinding(served)],
    };
  const read = readDocument(answers.wellKnown);
  if (read.kind === "none" && read.status === "inconclusive")
    return { ...row, status: "inconclusive", observed: read.observed, findings: [] };
  return {
    ...row,
    status: "absent",
    observed: read.kind === "none" ? read.observed : "The answer is not a security.txt.",
    findings: [
      {
        category: "disclosure",
        severity: "info",
        title: "No security.txt",
        detail: `${SECURITY_TXT_PATH} is not a security.txt: a researcher who finds a weakness can't see where to report it.`,
        remediation: "Publish a security.txt with Contact and Expires (RFC 9116).",
      },
    ],
  };
}

const messagesOf = (codes: readonly string[]): string =>
  `${codes.slice(0, 8).join(", ")}${codes.length > 8 ? ", …" : ""}`;

/** Without a valid contact in time the file fails its purpose; other faults are of form. */
function faultFinding({ path, errors }: ServedSecurityTxt): Finding {
  const useless = errors.some((code) => code === "expired" || code === "no_contact");
  return {
    category: "disclosure",
    severity: useless ? "low" : "info",
    title: errors.includes("expired") ? "security.txt has expired" : "security.txt is not valid",
    detail: `${path} has these faults: ${messagesOf(errors)}.`,
    remediation: "Correct the file as RFC 9116 says and renew Expires at least once a year.",
  };
}
