import { type AnswerOf, priceOf } from "@/lib/catalog/define";
import type { Signal } from "@/lib/catalog/intel/signals";
import { toUsd } from "@/lib/catalog/money";
import { MESH_PATH } from "@/lib/mesh/entry";
import { round } from "../round";
import { scalpEntry } from "../scalp/entry";
import { whalesEntry } from "../whales/entry";
import type { a2aPipelineEntry } from "./entry";

type A2a = AnswerOf<typeof a2aPipelineEntry>["a2a"];
type Verdict = Pick<AnswerOf<typeof a2aPipelineEntry>, "verdict" | "supporting">;

/** Which way a signal leans: up for snipe and follow, down for avoid; the others say nothing of a direction. */
const BIAS: Readonly<Record<Signal, "long" | "short" | "none">> = {
  snipe: "long",
  follow: "long",
  avoid: "short",
  watch: "none",
  rebalance: "none",
};

/** Fields in a fixed order, none with a `|`: a reader splits by it, and skips what it does not know. */
function handoffOf({
  verdict: { signal, confidence },
  supporting: { score, risk, frozen },
}: Verdict): string {
  const fields = {
    asset: "BTC",
    bias: BIAS[signal],
    conviction: confidence,
    signal,
    score: round(score, 4),
    risk,
    at: frozen.at,
  };
  return ["A2A", ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join("|");
}

/** What follows from the verdict, among the routes that exist. */
function delegateOf({ verdict: { signal } }: Verdict, origin: string): A2a["delegate"] {
  const to = (entry: typeof scalpEntry | typeof whalesEntry, why: string) => ({
    route: entry.label,
    url: `${origin}${entry.path}`,
    priceUsdc: toUsd(priceOf(entry)),
    why,
  });
  const bias = BIAS[signal];
  if (bias !== "none") return [to(scalpEntry, `Bias ${bias}: the 5 and 15 minute tape says when.`)];
  if (signal === "rebalance")
    return [to(whalesEntry, "The futures market is one-sided: see how BTC, ETH and SOL are positioned.")];
  return [];
}

/** What an agent passes on. `origin`: the service's public address. */
export const a2aOf = (verdict: Verdict, origin: string): A2a => ({
  handoff: handoffOf(verdict),
  delegate: delegateOf(verdict, origin),
  mesh: `${origin}${MESH_PATH}`,
});
