import * as z from "zod";
import type { Env } from "../../lib/env";
import { authorization } from "../../lib/payments/facilitators/authorization";
import { feePayersIn } from "../../lib/payments/facilitators/supported";
import { NETWORKS } from "../../lib/chains/networks";
import { about, briefly, type Finding } from "./finding";

const { failure, warning, fine } = about("facilitators");

const Supported = z.object({ kinds: z.array(z.object({ scheme: z.string(), network: z.string() })) });
const TIMEOUT_MS = 5_000;
const PLACES = ["PRIMARY", "FALLBACK", "THIRD"] as const;

interface Asked {
  place: (typeof PLACES)[number];
  url: string;
  token: string | undefined;
  feePayers: readonly string[];
}

async function supportedBy({ url, token }: Asked): Promise<unknown> {
  const address = `${url}/supported`;
  const role = { name: "primary" as const, url, token, knownFeePayers: [] };
  const response = await fetch(address, {
    headers: await authorization(role, "GET", address),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw Object.assign(new Error("refused"), { status: response.status });
  return response.json();
}

async function facilitatorFindings(asked: Asked, settings: Env): Promise<Finding[]> {
  const name = `FACILITATOR_${asked.place}_URL`;
  let answer: unknown;
  try {
    answer = await supportedBy(asked);
  } catch (error) {
    return [failure(`${name}: /supported fails (${briefly(error)}): it settles nothing.`)];
  }
  const { kinds } = Supported.catch({ kinds: [] }).parse(answer);
  const { evm, solana } = NETWORKS[settings.NETWORK];
  const findings: Finding[] = [];
  const networks = [
    ...(settings.EVM_PAY_TO === undefined ? [] : [evm.id]),
    ...(settings.SOLANA_PAY_TO === undefined ? [] : [solana.id]),
  ];
  for (const network of networks)
    findings.push(
      kinds.some((kind) => kind.scheme === "exact" && kind.network === network)
        ? fine(`${name}: it settles exact on ${network}`)
        : failure(`${name}: it doesn't settle the scheme exact on ${network}.`),
    );
  if (settings.SOLANA_PAY_TO === undefined) return findings;
  const feePayers = feePayersIn(answer, solana.id);
  if (feePayers.length === 0)
    findings.push(failure(`${name}: it names no fee payer on Solana, so no offer can be made.`));
  else if (asked.feePayers.length > 0 && !asked.feePayers.some((one) => feePayers.includes(one)))
    findings.push(
      failure(
        `${name}: its fee payer is none of FACILITATOR_${asked.place}_FEE_PAYERS: offers of the first minute fail.`,
      ),
    );
  return findings;
}

/** Returns what is wrong with the facilitators. Sales need one; the others stand in for it. */
export async function allFacilitatorFindings(settings: Env): Promise<Finding[]> {
  const asked = PLACES.flatMap((place): Asked[] => {
    const url = settings[`FACILITATOR_${place}_URL`];
    if (url === undefined) return [];
    const [token, feePayers] = [
      settings[`FACILITATOR_${place}_TOKEN`],
      settings[`FACILITATOR_${place}_FEE_PAYERS`],
    ];
    return [{ place, url, token, feePayers }];
  });
  const findings = (await Promise.all(asked.map((one) => facilitatorFindings(one, settings)))).flat();
  if (asked.length < 2)
    findings.push(warning("there is one facilitator only: while it is down nothing is sold."));
  return findings;
}
