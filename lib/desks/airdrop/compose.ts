import type * as z from "zod";
import { airdropEntry } from "@/lib/catalog/intel/airdrop";
import { byScore, candidateOf, type InsiderOf, NO_INSIDER, summaryOf } from "../candidate";
import { coverageOf, creditByStatus } from "../coverage";
import { envelopeOf } from "../envelope";
import { positioningReadingsOf } from "../gather-positioning";
import { institutionalFrom } from "../institutional";
import { narrativesFrom } from "../narrative";
import type { Composed } from "../sell";
import { type Airdrop, claimAirdrop, SIZE_BOUND, tokenlessAirdrop } from "./found";
import type { AirdropInputs } from "./gather";

export type AirdropAnswer = z.input<typeof airdropEntry.output>;
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
  const open = (claims.value ?? []).map((claim) => claimAirdrop(claim, now)).filter((one) => one !== null);
  const tokenless = (protocols.value?.tokenless ?? []).map((protocol) => tokenlessAirdrop(protocol, now));
  const looked = [...open.sort(bySoonest), ...tokenless.sort((a, b) => byScore(named(a), named(b)))].filter(
    (one) => chain === undefined || isOn(one, chain),
  );

  const narrativeOf = narrativesFrom(feeds);
  const institutionalOf = institutionalFrom(positioning, now);
  const candidates = looked.slice(0, limit).map(({ found, score, why }) => ({
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
  }));
  const parts = { protocols: [protocols], claims: [claims], headlines: feeds };
  const asked = [...Object.values(parts).flat(), ...positioningReadingsOf(positioning)];
  return {
    answer: {
      kind: "intel-airdrop",
      ...envelopeOf(
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

const named = ({ found, score }: Airdrop) => ({ name: found.name, score });

const bySoonest = ({ found: a }: Airdrop, { found: b }: Airdrop): number =>
  (a.onchain.claimEndsAt ?? "").localeCompare(b.onchain.claimEndsAt ?? "") || (a.name < b.name ? -1 : 1);

const isOn = ({ found }: Airdrop, chain: string): boolean =>
  found.onchain.chains.some((one) => one.toLowerCase() === chain.toLowerCase());

const nothing = (chain: string | undefined): string =>
  chain === undefined
    ? "Nothing was found."
    : "Nothing was found on that chain; chains go by DefiLlama's names, such as Ethereum, Solana, Base, BSC.";
