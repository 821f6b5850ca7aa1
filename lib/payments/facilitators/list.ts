import { env } from "@/lib/env";

/** One x402 facilitator as configured. */
export interface Facilitator {
  name: "primary" | "fallback";
  url: string;
  token: string | undefined;
  /** Solana fee payers known before it was ever asked: the built-in baseline. */
  knownFeePayers: readonly string[];
}

/** In the order in which they are asked. */
export function facilitators(): readonly Facilitator[] {
  const settings = env();
  return [
    {
      name: "primary",
      url: settings.FACILITATOR_PRIMARY_URL,
      token: settings.FACILITATOR_PRIMARY_TOKEN,
      knownFeePayers: settings.FACILITATOR_PRIMARY_FEE_PAYERS,
    },
    {
      name: "fallback",
      url: settings.FACILITATOR_FALLBACK_URL,
      token: settings.FACILITATOR_FALLBACK_TOKEN,
      knownFeePayers: settings.FACILITATOR_FALLBACK_FEE_PAYERS,
    },
  ];
}

export const authorization = ({ token }: Facilitator): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };
