/**
 * Secrets by the form of their value, whatever they are called. Each form is one that its issuer documents, or that
 * nothing else has.
 */

/** A form that is a secret wherever it stands: there is no public reading of it. */
const CERTAIN: readonly RegExp[] = [
  /^sk-[\w-]{16,}$/, // model providers
  /^(?:gsk_|xai-|hf_|r8_|nvapi-)\w[\w-]{19,}$/,
  /^(?:sk|rk)_(?:live|test|prod)_\w{8,}$/, // Stripe and those that write keys as it does
  /^whsec_[\w+/=-]{16,}$/,
  /^gh[oprsu]_[A-Za-z0-9]{20,}$/,
  /^github_pat_\w{20,}$/,
  /^gl(?:pat|rt|dt|cbt)-[\w.-]{16,}$/,
  /^A(?:KI|SI)A[A-Z2-7]{16}$/,
  /^xox[abeoprs]-[\w-]{10,}$/,
  /^xapp-\d-[\w-]{10,}$/,
  /^GOCSPX-[\w-]{20,}$/,
  /^SG\.[\w-]{16,}\.[\w-]{16,}$/, // SendGrid
  /^key-[0-9a-f]{32}$/, // Mailgun
  /^xkeysib-[\w-]{32,}$/, // Brevo
  /^\d{8,10}:[\w-]{35}$/, // Telegram bots
  /^[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}$/, // Discord bots
  /^do[opr]_v1_[0-9a-f]{64}$/,
  /^npm_[A-Za-z0-9]{30,}$/,
  /^pypi-[\w-]{32,}$/,
  /^shp(?:at|ca|pa|ss)_[0-9a-f]{32}$/i,
  /^(?:sb_secret_|sbp_|dp\.st\.|lin_api_|pscale_(?:pw|tkn)_|dapi|ntn_|secret_|EAA|sq0csp-|AGE-SECRET-KEY-1)[\w.-]{24,}$/,
  /^sk\.eyJ[\w-]{16,}\.[\w-]{16,}$/, // Mapbox
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  // the same in base64
  /^LS0tLS1CRUdJTi(?:BSU0EgUFJJVkFUR|BQUklWQVRF|BFQyBQUklWQVRF|BPUEVOU1NIIFBSSVZBVE|BFTkNSWVBURUQgUFJJVkFUR)/,
  /^base64:[A-Za-z0-9+/]{22,}={0,2}$/, // Laravel: 16 or 32 bytes
  /^\[\s*(?:\d{1,3}\s*,\s*){63}\d{1,3}\s*\]$/, // a key pair of Solana as its tools write it
  /(?:^|[;&?\s])(?:password|pwd|accountkey|sharedaccesskey)=(?![<$*[{]|your|change|x{3})[^;&\s]{3,}/i, // connection strings
  /^[\w.+-]+:[^@\s/]{3,}@(?:tcp|unix)\(/, // data source names of Go
  /^https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{20,}$/,
  /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]{30,}/,
];

/** A form that is a secret unless the name says that it is public. */
const LIKELY: readonly RegExp[] = [
  /^(?:0x)?[0-9a-f]{64}$/i,
  /^[1-9A-HJ-NP-Za-km-z]{87,88}$/, // 64 bytes in base58
  /^AIza[\w-]{35}$/,
  /^https:\/\/[^/?#\s]*(?:infura\.io|alchemy\.com|quiknode\.pro|ankr\.com|chainstack\.com)\/(?:[\w-]+\/)*[\w-]{24,}\/?$/,
  /[?&](?:api[-_]?key|access[-_]?token|auth[-_]?token|token|key|secret|sig)=[\w%.~+-]{12,}/i,
];

const MAX_VALUE = 16_384;
const URL_PARTS = /^[a-z][a-z0-9+.-]*:\/\/([^\s:@/?#]*):([^\s/]*)@/i;
/** A name alone before the host: a token, unless it is a collector's address, which is meant for browsers. */
const URL_NAME = /^https?:\/\/([^\s:@/?#]{20,})@/i;
const COLLECTOR = /^https?:\/\/[0-9a-f]{32}@[\w.-]+\/\d+$/i;
const SAMPLE_NAMES = /^(?:user(?:name)?|johndoe|dbuser|db_user|my[-_]?user|login|<.*>)?$/i;
const SAMPLE_PASSWORDS = /^(?:pass(?:w(?:or)?d)?|pwd|pw|secret|randompassword|my[-_]?pass(?:word)?)$/i;

/** Secrets that their makers publish for everybody's experiments, and what stands for one. */
const PUBLISHED: readonly RegExp[] = [
  /EXAMPLE(?:KEY)?$/, // AWS' documentation
  /^[^:]*(?:example|placeholder|dummy)/i,
  /x{8,}|\*{4,}|\.{3}|(?:^|[-_/=])your(?:$|[-_])|[-_]here$|(?:change|replace)[-_]?me/i,
  /^(?:test\s+){11}junk$/, // Hardhat's and Foundry's accounts, and the first of them
  /^(?:0x)?ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80$/i,
  /^(?:0x)?(.)\1{63}$/i,
  /^(?:abandon\s+){11}about$/,
];

/** Whether a value is known to everybody: it stands in documentation, or for one to be filled in. */
export const isSample = (value: string): boolean =>
  value.length <= MAX_VALUE && PUBLISHED.some((form) => form.test(value));

/** What a value's form alone makes of it: a secret wherever it stands, one unless its name says otherwise, or nothing. */
export type ValueForm = "certain" | "likely" | "none";

/** The form of a value without its quotes. */
export function formOf(value: string): ValueForm {
  if (value.length > MAX_VALUE) return "none";
  const [, user, password] = URL_PARTS.exec(value) ?? [];
  if (user !== undefined && password !== undefined && password !== "")
    return standsForPassword(user, password) ? "none" : "certain";
  if (URL_NAME.test(value) && !COLLECTOR.test(value)) return "certain";
  if (CERTAIN.some((form) => form.test(value)) || isMnemonic(value)) return "certain";
  const role = tokenRole(value);
  if (role !== null) return role === "anon" ? "none" : "likely";
  return LIKELY.some((form) => form.test(value)) ? "likely" : "none";
}

/** Whether an address carries a name and a password as examples do. */
export function isSampleAddress(value: string): boolean {
  const [, user, password] = URL_PARTS.exec(value.slice(0, MAX_VALUE)) ?? [];
  return user !== undefined && password !== undefined && password !== "" && standsForPassword(user, password);
}

const standsForPassword = (user: string, password: string): boolean =>
  /^(?:\$\{?.*\}?|\{.*\}|<.*>|\[.*\]|%.*%|x{3,}|\*{3,}|\.{3,}|change[-_]?me|your[-_].*)$/i.test(password) ||
  (SAMPLE_PASSWORDS.test(password) && SAMPLE_NAMES.test(user));

/** Twelve to twenty-four words of a wallet's list (BIP 39): three to eight letters each, and never fewer. */
function isMnemonic(value: string): boolean {
  if (value.length > 256) return false;
  const words = value.toLowerCase().split(/[\s,]+/);
  return [12, 15, 18, 21, 24].includes(words.length) && words.every((word) => /^[a-z]{3,8}$/.test(word));
}

/** The role that a JSON web token gives its bearer, empty where it gives none; null for what is no such token. */
function tokenRole(value: string): string | null {
  const payload = /^eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]*$/.exec(value)?.[1];
  if (payload === undefined) return null;
  const json = decodeBase64Url(payload);
  return /"role"\s*:\s*"(\w{1,32})"/.exec(json)?.[1] ?? "";
}

function decodeBase64Url(text: string): string {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return ""; // a token whose claims can't be read is still a token
  }
}
