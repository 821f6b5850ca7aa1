import type * as z from "zod";
import type { AnswerOf } from "@/lib/catalog/define";
import type { Claim } from "@/lib/sources/llama-airdrops";
import { candidateOf, type InsiderOf, NO_INSIDER, summaryOf } from "../candidate";
import { coverageOf, creditByStatus } from "../coverage";
import { envelopeOf } from "../envelope";
import { institutionalFrom } from "../institutional";
import { narrativesFrom } from "../narrative";
import { positioningReadingsOf } from "../positioning-venues";
import type { Composed } from "../sell";
import { airdropEntry } from "./entry";
import { type Airdrop, claimAirdrop, SIZE_BOUND, tokenlessAirdrops } from "./found";
import type { AirdropInputs } from "./gather";

export type AirdropAnswer = AnswerOf<typeof airdropEntry>;
type Input = Pick<z.output<typeof airdropEntry.input>, "limit" | "includeInsider" | "chain">;

export const AIRDROP_METHOD = "airdrop/1";

const UNCONFIRMED = `Tokenless protocols of ${SIZE_BOUND} and more: no token is listed, none was confirmed.`;

/** Docs: docs/method.md, "Airdrop". */
export function composeAirdrop(
  inputs: AirdropInputs,
  { limit, includeInsider, chain }: Input,
  insider: InsiderOf,
  now: Date,
): Composed<AirdropAnswer> {
  const { protocols, claims, feeds, positioning } = inputs;
  const open = [...(claims.value ?? [])]
    .sort(bySoonest)
    .map((claim) => claimAirdrop(claim, now))
    .filter((one) => one !== null);
  const tokenless = tokenlessAirdrops(protocols.value?.tokenless ?? [], now);
  const looked = [...open, ...tokenless].filter((one) => chain === undefined || isOn(one, chain));

  const narrativeOf = narrativesFrom(feeds);
  const institutionalOf = institutionalFrom(positioning, now);
  const candidates = looked.slice(0, limit).map(({ found: make, score, why }) => {
    const found = make(now);
    return {
      ...candidateOf(
        found,
        {
          narrative: narrativeOf(found),
          insider: includeInsider ? insider(found) : NO_INSIDER,
          institutional: institutionalOf(found.symbol),
        },
        score,
      ),
      score,
      why,
    };
  });
  const parts = { protocols: [protocols], claims: [claims], headlines: feeds };
  const asked = [...Object.values(parts).flat(), ...positioningReadingsOf(positioning)];
  return {
    answer: {
      ...envelopeOf(
        airdropEntry,
        {
          method: AIRDROP_METHOD,
          asked,
          used: asked.filter(({ value }) => value !== null),
          coverage: coverageOf(
            airdropEntry.coverage,
            Object.fromEntries(Object.entries(parts).map(([part, of]) => [part, of.map(creditByStatus)])),
          ),
          notes: [UNCONFIRMED, "Data by DefiLlama.", ...(looked.length === 0 ? [nothing(chain)] : [])],
        },
        now,
      ),
      summary: summaryOf("airdrop", candidates, looked.length),
      candidates,
    },
    missing: Object.entries(parts)
      .filter(([, of]) => of.every(({ value }) => value === null))
      .map(([part]) => part),
  };
}

const bySoonest = (a: Claim, b: Claim): number => a.endsAt - b.endsAt || (a.name < b.name ? -1 : 1);

const isOn = ({ chains }: Airdrop, chain: string): boolean =>
  chains.some((one) => one.toLowerCase() === chain.toLowerCase());

const nothing = (chain: string | undefined): string =>
  chain === undefined
    ? "Nothing was found."
    : "Nothing was found on that chain; chains go by DefiLlama's names, such as Ethereum, Solana, Base, BSC.";
