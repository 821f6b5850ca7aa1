import { isPublicByDesign, namesPlace, namesSecret, namesSum } from "./secret-names";
import { formOf, isSample, isSampleAddress } from "./secret-values";

/**
 * What a setting holds: a secret; something that every visitor gets anyway; nothing yet, where a secret is to be filled
 * in or anything else; or none of these.
 */
export type Holding = "secret" | "public" | "blank_secret" | "blank" | "plain";

const PLACEHOLDER =
  /^(?:change[-_ ]?(?:me|this|it)?|replace[-_ ]?.*|your[-_ ].*|my[-_](?:secret|key|token|password).*|(?:insert|enter|put|add|set)[-_ ].*|x{3,}|\*{3,}|\.{3,}|<.*>|\[.*\]|\$\{.*\}|\$[A-Z_]+|\{\{.*\}\}|%.*%|example|sample|placeholder|dummy|todo|tbd|null|none|undefined)$/i;
/** Kept elsewhere, or readable only with another key. */
const REFERENCE = /^(?:op:\/\/|vault:|arn:aws:|ssm:\/|projects\/[^/]+\/secrets\/|encrypted:|ENC\[)/;
const MAX_PLACEHOLDER = 200;

const SWITCH = /^(?:true|false|yes|no|on|off|enabled?|disabled?)$/i;
const AMOUNT = /^-?\d{1,15}(?:\.\d+)?\s?(?:ms|s|m|h|d|w|y|kb|mb|gb|days?|hours?|minutes?)?$/i;
const FILE = /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|file:)/;
const ADDRESS_ON_CHAIN = /^0x[0-9a-f]{40}$/i;
const WEB = /^[a-z][a-z0-9+.-]*:\/\//i;
const NAMES_PASSWORD = /PASS|PWD/i;

/** What is between the quotes, without the remark behind it. */
function bareValue(value: string): string {
  const quoted = /^(["'`])(.*?)\1\s*(?:#.*)?$/.exec(value)?.[2];
  return (quoted ?? value.replace(/\s#.*$/, "").replace(/^["'`]/, "")).trim();
}

/** Whether a value is a secret without its name: that of a line that is commented out. */
export function isCertainSecret(raw: string): boolean {
  const value = bareValue(raw);
  return formOf(value) === "certain" && !isSample(value);
}

/** Judges one setting by the form of its value and, where that is open, by its name. */
export function classifySetting(key: string, raw: string): Holding {
  const value = bareValue(raw);
  const form = formOf(value);
  const place = namesPlace(key) && !/WEBHOOK/i.test(key);
  const wanted = namesSecret(key) && !place;
  if ((form !== "none" || wanted) && isSample(value)) return "blank_secret";
  if (isSampleAddress(value)) return "blank_secret";
  if (form === "certain") return "secret";
  if (isPublicByDesign(key, value)) return isBlank(value) ? "blank" : "public";
  if (form === "likely" && !namesSum(key)) return "secret";
  if (isBlank(value)) return wanted ? "blank_secret" : "blank";
  return wanted && mayBeSecret(key, value) ? "secret" : "plain";
}

const isBlank = (value: string): boolean =>
  value === "" || (value.length <= MAX_PLACEHOLDER && PLACEHOLDER.test(value));

/** Whether a value can be one, under a name that asks for it: no switch, amount, file, address or reference. */
function mayBeSecret(key: string, value: string): boolean {
  if (SWITCH.test(value) || FILE.test(value) || REFERENCE.test(value) || ADDRESS_ON_CHAIN.test(value))
    return false;
  if (AMOUNT.test(value)) return NAMES_PASSWORD.test(key);
  if (!WEB.test(value)) return true;
  // an address is a secret only where knowing it is enough, as it is for hooks
  return /WEBHOOK/i.test(key) && URL.canParse(value) && new URL(value).pathname.length > 1;
}
