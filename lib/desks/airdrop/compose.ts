import type * as z from "zod";
import type { AnswerOf } from "@/lib/catalog/define";
import type { ApiError } from "@/lib/http/api-error";
import type { Claim } from "@/lib/sources/llama-airdrops";
import { oldestOf } from "../block-times";
import { candidateOf, type Context, type InsiderOf, NO_INSIDER, summaryOf } from "../candidate";
import { contextTimes } from "../context-times";
import { coverageOf, creditByStatus } from "../coverage";
import { envelopeOf } from "../envelope";
import { evidenceClassOf, inEvidenceOrder } from "../evidence-order";
import { institutionalFrom } from "../institutional";
import { narrativesFrom } from "../narrative";
import { nothingFound } from "../nothing-found";
import { positioningReadingsOf } from "../positioning-venues";
import type { Composed } from "../sell";
import { airdropEntry } from "./entry";
import { type Airdrop, claimAirdrop, SIZE_BOUND, tokenlessAirdrops } from "./found";
import type { AirdropInputs } from "./gather";

export type AirdropAnswer = AnswerOf<typeof airdropEntry>;
type Input = Pick<z.output<typeof airdropEntry.input>, "limit" | "includeInsider" | "chain">;

export const AIRDROP_METHOD = "airdrop/2";

const UNCONFIRMED = `Tokenless protocols of ${SIZE_BOUND} and more: no token is listed, none was confirmed.`;

/** Docs: docs/method.md, "Airdrop". */
export function composeAirdrop(
  inputs: AirdropInputs,
  { limit, includeInsider, chain }: Input,
  insider: InsiderOf,
  now: Date,
): Composed<AirdropAnswer> {
  const { protocols, claims, feeds, positioning } = inputs;
  const narrativeOf = narrativesFrom(feeds);
  const institutionalOf = institutionalFrom(positioning, now);
  const contextOf = (one: Pick<Airdrop, "name" | "symbol">): Context => ({
    narrative: narrativeOf(one),
    insider: includeInsider ? insider(one) : NO_INSIDER,
    institutional: institutionalOf(one.symbol),
  });
  const open = [...(claims.value ?? [])]
    .sort(bySoonest)
    .map((claim) => claimAirdrop(claim, now))
    .filter((one) => one !== null)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const tokenless = tokenlessAirdrops(protocols.value ?? [], narrativeOf, now);
  const found = [...open, ...tokenless];
  const onChain = (list: readonly Airdrop[]): Airdrop[] =>
    inEvidenceOrder(
      list.filter((one) => chain === undefined || isOn(one, chain)),
      ({ name, symbol }) =>
        evidenceClassOf(
          {
            insider: includeInsider ? insider({ name, symbol }) : NO_INSIDER,
            institutional: institutionalOf(symbol),
            narrative: null, // all are measured, which is stronger
          },
          "onchain",
        ),
    );
  const looked = [...onChain(open), ...onChain(tokenless)];

  const candidates = looked.slice(0, limit).map(({ found: make, score, why }) => {
    const one = make(now);
    return { ...candidateOf(one, contextOf(one), score), score, why };
  });
  const parts = { protocols: [protocols], claims: [claims], headlines: feeds };
  const asked = [...Object.values(parts).flat(), ...positioningReadingsOf(positioning)];
  return {
    answer: {
      ...envelopeOf(
        airdropEntry,
        {
          summary: summaryOf("airdrop", candidates, looked.length),
          method: AIRDROP_METHOD,
          asked,
          used: asked.filter(({ value }) => value !== null),
          coverage: coverageOf(
            airdropEntry.coverage,
            Object.fromEntries(Object.entries(parts).map(([part, of]) => [part, of.map(creditByStatus)])),
          ),
          blocks: {
            candidates: oldestOf([protocols, claims]),
            ...contextTimes(candidates, feeds, positioning),
          },
          notes: [UNCONFIRMED, "Data by DefiLlama."],
        },
        now,
      ),
      candidates,
    },
    missing: Object.entries(parts)
      .filter(([, of]) => of.every(({ value }) => value === null))
      .map(([part]) => part),
    nothing: looked.length === 0 && protocols.value !== null ? nothingOn(chain, found) : undefined,
  };
}

const bySoonest = (a: Claim, b: Claim): number => a.endsAt - b.endsAt || (a.name < b.name ? -1 : 1);

const isOn = ({ chains }: Airdrop, chain: string): boolean =>
  chains.some((one) => one.toLowerCase() === chain.toLowerCase());

/** So many chains are named that would match. */
const NAMED_CHAINS = 8;

/** The chains with most candidates are what would match. */
function nothingOn(chain: string | undefined, found: readonly Airdrop[]): ApiError {
  const counts = new Map<string, number>();
  for (const name of found.flatMap(({ chains }) => chains)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
  return nothingFound(
    "chain",
    chain === undefined ? "No candidate was found." : `No candidate is on “${chain}”, by DefiLlama's names.`,
    names.length === 0 ? "nothing now, later again" : names.slice(0, NAMED_CHAINS).join(", "),
  );
}
