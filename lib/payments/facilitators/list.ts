import { env } from "@/lib/env";
import { isKnownOff } from "../switches/switches";

/** A facilitator's place in the order in which they are asked. */
export type FacilitatorRole = "primary" | "fallback" | "third";

/** One x402 facilitator as configured. */
export interface Facilitator {
  name: FacilitatorRole;
  url: string;
  token: string | undefined;
  /** Solana fee payers known before it was ever asked: the built-in baseline. */
  knownFeePayers: readonly string[];
}

/** In the order in which they are asked; the third only where there is one. */
export function facilitators(): readonly Facilitator[] {
  const settings = env();
  const third = settings.FACILITATOR_THIRD_URL;
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
    ...(third === undefined
      ? []
      : [
          {
            name: "third" as const,
            url: third,
            token: settings.FACILITATOR_THIRD_TOKEN,
            knownFeePayers: settings.FACILITATOR_THIRD_FEE_PAYERS,
          },
        ]),
  ];
}

/** Those that are not switched off. */
export const activeFacilitators = (): readonly Facilitator[] =>
  facilitators().filter(({ url }) => !isKnownOff("facilitator", url));
