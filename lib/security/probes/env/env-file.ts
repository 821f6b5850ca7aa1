import type { SiteResponse } from "@/lib/security/site-response";
import { readAnswer, rowWithoutText } from "../answer";
import { type Control, isCatchAll } from "../control";
import type { Finding } from "../finding";
import type { ProbeRow } from "../probe-row";
import type { Holding } from "./classify-setting";
import { type EnvReading, readEnv } from "./env-lines";
import { namesPlace, namesSecret } from "./secret-names";

export const ENV_PATH = "/.env";

const UPPER_CASE = /^[A-Z][A-Z0-9_]*$/;
/** A name as people write one, in words. Anything else could be a piece of a value that runs over lines: not shown. */
const NAME = /^[A-Z]{1,16}[0-9]?(?:_[A-Z]{1,16}[0-9]?){0,6}$/;
/** Types that a file of settings is not served with. HTML's is not among them: some servers give it to anything. */
const OTHER_TYPES = /json|javascript|ecmascript|[/+]xml$/;

const MIN_SETTING_SHARE = 0.8;
const MIN_UPPER_CASE = 3;
const MAX_NAMES = 8;

/** Judges the answer to `/.env`. Names of settings and counts are shown, values never. */
export function judgeEnv(answer: SiteResponse | null, controls: readonly Control[]): ProbeRow {
  const read = readAnswer(answer);
  if (read.kind === "none") return rowWithoutText("env", ENV_PATH, read);
  const row = { id: "env", path: ENV_PATH, findings: [] };
  // the last line of a body that was cut off may be half a line
  const text = read.truncated ? read.text.slice(0, read.text.lastIndexOf("\n") + 1) : read.text;
  if (OTHER_TYPES.test(read.type) || !bearsSettings(text))
    return { ...row, status: "absent", observed: "The answer is not a file of settings." };
  if (isCatchAll({ path: ENV_PATH, text }, controls, bearsSettings))
    return { ...row, status: "catch_all", observed: "The site answers so to any path." };
  const reading = readEnv(text);
  const observed = `A file of settings with ${reading.settings.length} keys.`;
  return { ...row, status: "exposed", observed, findings: [findingOf(reading)] };
}

/**
 * At least four lines of five are settings or comments, and a setting holds a secret, is called one or an address, or
 * three are in upper case.
 */
function bearsSettings(text: string): boolean {
  if (/^[<{[]/.test(text.trimStart().slice(0, 1))) return false;
  const { lines, comments, settings } = readEnv(text);
  if (settings.length === 0 || settings.length + comments < lines * MIN_SETTING_SHARE) return false;
  const upper = new Set(settings.map(({ key }) => key).filter((key) => UPPER_CASE.test(key)));
  return (
    settings.some(({ key, holds }) => holds === "secret" || namesSecret(key)) ||
    [...upper].some(namesPlace) ||
    upper.size >= MIN_UPPER_CASE
  );
}

function findingOf({ settings, retired }: EnvReading): Finding {
  const count = (holding: Holding): number => settings.filter(({ holds }) => holds === holding).length;
  const secret = [...settings.filter(({ holds }) => holds === "secret"), ...retired];
  const summary = `${ENV_PATH} answers with ${settings.length} settings`;
  if (secret.length > 0)
    return {
      category: "exposedFiles",
      severity: "high",
      title: "Environment file is public",
      detail: `${summary}; ${secret.length} hold what looks like a secret${listed(secret.map(({ key }) => key))}. Values are not shown.`,
      remediation:
        "Remove the file from the web root and block dot files in the server. Treat every value in it as known: replace the secrets, and look for their use.",
    };
  const remediation = "Remove the file from the web root and block dot files in the server.";
  const blank = count("blank_secret") + count("blank");
  if (count("blank_secret") > 0 || blank === settings.length)
    return {
      category: "exposedFiles",
      severity: "low",
      title: "Environment template is public",
      detail: `${summary}; ${blank} of them are to be filled in, and none holds a secret.`,
      remediation,
    };
  if (count("plain") === 0)
    return {
      category: "exposedFiles",
      severity: "low",
      title: "Settings for browsers are public",
      detail: `${summary}, all of a kind that every visitor's browser gets.`,
      remediation: `${remediation} What is in it now is no secret; what is added one day may be.`,
    };
  return {
    category: "exposedFiles",
    severity: "medium",
    title: "Settings file is public",
    detail: `${summary}, none of which holds what looks like a secret.`,
    remediation,
  };
}

function listed(keys: readonly string[]): string {
  const names = [...new Set(keys)].filter((key) => NAME.test(key)).slice(0, MAX_NAMES);
  const short = names.join(", ").slice(0, 256);
  return short === "" ? "" : ` (${short}${names.length < keys.length ? ", …" : ""})`;
}
