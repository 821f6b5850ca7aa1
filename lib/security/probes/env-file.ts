import type { SiteResponse } from "../site-response";
import { readAnswer, rowWithoutText } from "./answer";
import { type Control, isCatchAll } from "./control";
import { type EnvReading, readEnv } from "./env-lines";
import type { Finding } from "./finding";
import type { ProbeRow } from "./probe-row";

export const ENV_PATH = "/.env";

const SECRET_LOOKING =
  /SECRET|TOKEN|PASSW|PWD|API_?KEY|PRIVATE|CREDENTIAL|ACCESS_?KEY|DATABASE_URL|DSN|AWS_/i;
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

/** At least four lines of five are settings or comments, and a key looks secret or three are in upper case. */
function bearsSettings(text: string): boolean {
  if (/^[<{[]/.test(text.trimStart().slice(0, 1))) return false;
  const { lines, comments, settings } = readEnv(text);
  if (settings.length + comments < lines * MIN_SETTING_SHARE) return false;
  const keys = new Set(settings.map(({ key }) => key));
  return (
    [...keys].some((key) => SECRET_LOOKING.test(key)) ||
    [...keys].filter((key) => UPPER_CASE.test(key)).length >= MIN_UPPER_CASE
  );
}

function findingOf({ settings }: EnvReading): Finding {
  const secret = settings.filter(({ key }) => SECRET_LOOKING.test(key));
  const filled = secret.filter(({ placeholder }) => !placeholder);
  const blank = settings.every(({ placeholder }) => placeholder);
  if (filled.length > 0)
    return {
      severity: "high",
      title: "Environment file is public",
      detail: `${ENV_PATH} answers with ${settings.length} settings, ${filled.length} of them secret-looking and filled in${listed(filled.map(({ key }) => key))}. Values are not shown.`,
      remediation:
        "Remove the file from the web root and block dot files in the server. Treat every value in it as known: replace the secrets, and look for their use.",
    };
  return {
    severity: secret.length > 0 || blank ? "low" : "medium",
    title: secret.length > 0 || blank ? "Environment template is public" : "Settings file is public",
    detail: `${ENV_PATH} answers with ${settings.length} settings${secret.length > 0 ? `; the ${secret.length} secret-looking ones hold placeholders` : ", none of them secret-looking"}.`,
    remediation: "Remove the file from the web root and block dot files in the server.",
  };
}

function listed(keys: readonly string[]): string {
  const names = [...new Set(keys)].filter((key) => NAME.test(key)).slice(0, MAX_NAMES);
  const short = names.join(", ").slice(0, 256);
  return short === "" ? "" : ` (${short}${names.length < keys.length ? ", …" : ""})`;
}
