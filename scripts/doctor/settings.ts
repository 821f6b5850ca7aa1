/** What is wrong with the settings by themselves: nothing is asked of any other machine. */
import { type Env, EnvError, readSettings } from "../../lib/env";
import { checkReceivingWallets } from "../../lib/payments/receiving-wallets";
import { missingForDeployment, type SETTING_WORDS } from "../../lib/setting-words";
import { about, type Finding, softened } from "./finding";
import { nearName } from "./near-names";
import { secretFindings } from "./secrets";

type Variables = Readonly<Record<string, string | undefined>>;
type Name = keyof typeof SETTING_WORDS;

const { failure, warning, missing } = about("settings");

/** Settings that a shop can do without, and what it then lacks. Vercel's builds need some of them all the same. */
const WITHOUT = {
  EVM_RPC_URL: "a payment on Base whose settlement was not answered stays open",
  SOLANA_RPC_URL:
    "a payment on Solana whose settlement was not answered stays open, and no MPP offer is made",
  UPSTASH_REDIS_REST_URL: "each call asks the providers anew, and each instance counts its own rate limit",
  CRON_SECRET: "nothing runs by the clock: no recovery, no comparison of the books",
  OPERATOR_SECRET: "no refund, no switch and no alert can be reached",
  CONTACT_EMAIL: "the documents name no seller to write to",
  MPP_SECRET_KEY: "no MPP offer is made",
  SCAN_ATTESTATION_SECRET: "nothing is kept of the addresses that attested scans",
} as const satisfies Partial<Record<Name, string>>;

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function walletFindings(settings: Env): Finding[] {
  const findings: Finding[] = [];
  for (const name of ["EVM_PAY_TO", "SOLANA_PAY_TO"] as const)
    try {
      checkReceivingWallets({ EVM_PAY_TO: undefined, SOLANA_PAY_TO: undefined, [name]: settings[name] });
    } catch (error) {
      if (!(error instanceof EnvError)) throw error;
      findings.push(failure(error.message));
    }
  return findings;
}

/** Returns what a shop needs and lacks. */
function missingFindings(settings: Env, variables: Variables): Finding[] {
  const findings: Finding[] = [];
  const isSet = (name: Name): boolean => Boolean(variables[name]?.trim());
  const has = { evm: isSet("EVM_PAY_TO"), solana: isSet("SOLANA_PAY_TO") };
  if (!has.evm && !has.solana)
    findings.push(
      missing(
        "failure",
        "EVM_PAY_TO and SOLANA_PAY_TO are missing: without a receiving wallet nothing is sold.",
      ),
    );
  else if (!has.evm) findings.push(missing("warning", "EVM_PAY_TO is missing: nothing is sold on Base."));
  else if (!has.solana)
    findings.push(missing("warning", "SOLANA_PAY_TO is missing: nothing is sold on Solana."));
  const isLedgersOwn = settings.LOCAL_WORLD !== true;
  if (!isSet("LEDGER_REDIS_REST_URL") && (isLedgersOwn || !isSet("UPSTASH_REDIS_REST_URL")))
    findings.push(missing("failure", "LEDGER_REDIS_REST_URL is missing: without a ledger nothing is sold."));
  for (const [name, loss] of Object.entries(WITHOUT))
    if (!isSet(name as keyof typeof WITHOUT))
      // the object's own keys
      findings.push(missing("warning", `${name} is missing: ${loss}.`));
  return findings;
}

/** Vercel's builds need every setting that setting-words.ts says a deployment needs. */
const vercelFindings = (variables: Variables): Finding[] =>
  variables["VERCEL_ENV"] === "production" || variables["VERCEL_ENV"] === "preview"
    ? missingForDeployment(variables).map((line) => missing("failure", `This deployment lacks ${line}`))
    : [];

function shopFindings(settings: Env, variables: Variables): Finding[] {
  const findings: Finding[] = [];
  const { NETWORK, PUBLIC_ORIGIN, TRUSTED_PROXY_HOPS, VERCEL } = settings;
  if (NETWORK === "mainnet" && !variables["NEXT_PUBLIC_SERVICE_NAME"]?.trim())
    findings.push(warning("NEXT_PUBLIC_SERVICE_NAME is missing: buyers see `svc` as the seller's name."));
  if (VERCEL === undefined && TRUSTED_PROXY_HOPS === 0 && !LOOPBACK.test(new URL(PUBLIC_ORIGIN).hostname))
    findings.push(
      warning(
        "TRUSTED_PROXY_HOPS is 0, but PUBLIC_ORIGIN is public: all callers share one rate limit. Set it to the number of your proxies.",
      ),
    );
  if (settings.ALERT_WEBHOOK_URL.length === 0 && !LOOPBACK.test(new URL(PUBLIC_ORIGIN).hostname))
    findings.push(
      warning(
        "ALERT_WEBHOOK_URL is missing: the service tells nobody of its alerts, of a full ledger either.",
      ),
    );
  return findings;
}

const nearFindings = (variables: Variables): Finding[] =>
  Object.keys(variables).flatMap((name) => {
    const meant = nearName(name);
    return meant === null || Boolean(variables[meant]?.trim())
      ? []
      : [warning(`${name} is no setting of this service. Did you mean ${meant}?`)];
  });

/**
 * Returns every problem of the settings. `sandbox` holds the settings of the sandbox that ran in this folder. With
 * ALLOW_INCOMPLETE what is missing is no failure.
 */
export function settingFindings(variables: Variables, sandbox: Variables = {}): Finding[] {
  const { settings, problems } = readSettings(variables);
  const lacking = [...missingFindings(settings, variables), ...vercelFindings(variables)];
  return [
    ...problems.map(failure),
    ...walletFindings(settings),
    ...(settings.ALLOW_INCOMPLETE === true ? softened(lacking) : lacking),
    ...secretFindings(settings, sandbox),
    ...shopFindings(settings, variables),
    ...nearFindings(variables),
  ];
}
