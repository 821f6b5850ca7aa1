import type { Env } from "../../lib/env";
import { about, type Finding } from "./finding";

const SECRETS = [
  "CRON_SECRET",
  "OPERATOR_SECRET",
  "MPP_SECRET_KEY",
  "TOKEN_QUOTE_SECRET",
  "LOUNGE_MEMO_SECRET",
  "SCAN_ATTESTATION_SECRET",
] as const;
const KEYS = ["RECEIPT_SIGNING_KEY", "LOUNGE_LOG_KEY", "LOUNGE_ANCHOR_KEY", "SCAN_SIGNING_KEY"] as const;
const TOKENS = ["UPSTASH_REDIS_REST_TOKEN", "LEDGER_REDIS_REST_TOKEN"] as const;
const WALLETS = ["EVM_PAY_TO", "SOLANA_PAY_TO"] as const;

const MIN_LENGTH = 32;
/** What people write where a secret goes later, and what a counter or a repeated character makes. */
const SAMPLE =
  /change.?me|example|placeholder|(?:your|my|the).?secret|secret.?(?:here|key)|password|^(.{1,8})\1+$/i;

const { failure, warning } = about("secrets");

type Variables = Readonly<Record<string, string | undefined>>;

const valuesOf = (settings: Env, name: keyof Env): string[] => {
  const value = settings[name];
  return [value].flat().filter((one) => typeof one === "string");
};

/**
 * Returns what is wrong with the secrets: too short, a sample, one that does another's work, or one of the sandbox's.
 * `sandbox` holds the settings of the sandbox that ran in this folder, if one did.
 */
export function secretFindings(settings: Env, sandbox: Variables): Finding[] {
  const findings: Finding[] = [];
  const isReal = settings.LOCAL_WORLD !== true;
  for (const [index, name] of SECRETS.entries()) {
    const values = valuesOf(settings, name);
    if (values.some((value) => value.length < MIN_LENGTH))
      findings.push(
        warning(
          `${name} is shorter than ${MIN_LENGTH} characters: \`openssl rand -hex 32\` makes a good one.`,
        ),
      );
    if (isReal && values.some((value) => SAMPLE.test(value)))
      findings.push(failure(`${name} is a sample that others know. Make one: \`openssl rand -hex 32\`.`));
    for (const other of [...SECRETS.slice(0, index), ...TOKENS])
      if (values.some((value) => valuesOf(settings, other).includes(value)))
        findings.push(failure(`${name} equals ${other}: each secret needs a value of its own.`));
  }
  if (isReal)
    for (const name of [...SECRETS, ...KEYS, ...TOKENS, ...WALLETS])
      if (valuesOf(settings, name).some((value) => value === sandbox[name]))
        findings.push(
          failure(
            `${name} is the sandbox's, whose file any program on this machine may have read. Set your own.`,
          ),
        );
  return findings;
}
