import * as z from "zod";
import { accept, jsonAnswer } from "./fetcher/answer";
import type { Reduced, Source } from "./source";
import { cleanText } from "./text/clean-text";
import { amount, flag, word } from "./token-fields";

/**
 * honeypot.is simulates a purchase and a sale of one token on an EVM chain; keyless. Quirks met here: taxes are
 * percent; without a simulation `honeypotResult` and `simulationResult` are absent, which says nothing; a token without
 * a pair is answered with an error status.
 */
export const HONEYPOT_CHAINS = { ethereum: "1", bsc: "56", base: "8453" } as const;
export type HoneypotChain = keyof typeof HONEYPOT_CHAINS;

const MOST_PCT = 100;
const tax = amount.transform((value) => (typeof value === "number" && value <= MOST_PCT ? value : null));

const answered = z.object({
  token: z.object({ address: z.string() }),
  simulationSuccess: flag,
  honeypotResult: z.object({ isHoneypot: flag, honeypotReason: word }).nullish().catch(null),
  simulationResult: z.object({ buyTax: tax, sellTax: tax, transferTax: tax }).nullish().catch(null),
  summary: z
    .object({
      flags: z
        .array(z.object({ flag: word, severity: word }).catch({}))
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});

const simulated = z.object({
  /** Whether a holder can't sell; null if the sale wasn't simulated. */
  honeypot: z.boolean().nullable(),
  /** The largest of what buying, selling and passing it on costs, percent; null if one of them is unknown. */
  taxPct: z.number().nullable(),
  /** Flags of the two highest severities, by name. */
  dangers: z.array(z.string()),
});
export type Simulated = z.infer<typeof simulated>;
const kept = z.object({ simulated: simulated.nullable() });
export type HoneypotRead = z.infer<typeof kept>;

const SEVERE: ReadonlySet<string> = new Set(["high", "critical"]);
const KEPT_FLAGS = 5;

export function reduceHoneypot(answer: unknown, address: string): Reduced<HoneypotRead> {
  const raw = accept(answered, answer);
  if (raw.token.address.toLowerCase() !== address) return { value: { simulated: null }, asOf: null };
  const didSimulate = raw.simulationSuccess === true;
  const { buyTax = null, sellTax = null, transferTax = null } = raw.simulationResult ?? {};
  const taxes = [buyTax, sellTax, transferTax].filter((one) => one !== null);
  const severe = (raw.summary?.flags ?? [])
    .filter(({ severity }) => SEVERE.has(severity ?? ""))
    .map(({ flag: name }) => cleanText(name ?? "") || "unnamed flag");
  return {
    value: {
      simulated: {
        honeypot:
          didSimulate || raw.honeypotResult?.isHoneypot === true
            ? (raw.honeypotResult?.isHoneypot ?? null)
            : null,
        taxPct: didSimulate && taxes.length === 3 ? Math.max(...taxes) : null,
        dangers: [...new Set(severe)].slice(0, KEPT_FLAGS),
      },
    },
    asOf: null,
  };
}

/** The simulation of one contract; the address in lower case. */
export const honeypotCheck = (chain: HoneypotChain, address: string): Source<HoneypotRead> => ({
  id: `honeypot.check:${chain}:${address}`,
  version: 1,
  provider: "honeypot.is",
  address: () => ({
    host: "api.honeypot.is",
    path: "/v2/IsHoneypot",
    query: { address, chainID: HONEYPOT_CHAINS[chain] },
  }),
  answer: jsonAnswer((answer) => reduceHoneypot(answer, address)),
  kept,
  freshMs: 60_000,
  staleMs: 10 * 60_000,
  maxBytes: 200_000,
  absent: { statuses: [400, 404], value: { simulated: null } },
  bucket: { name: "honeypot", perMinute: 60 },
});
