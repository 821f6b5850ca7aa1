import { type AnswerOf, priceOf } from "@/lib/catalog/define";
import type { Signal } from "@/lib/catalog/intel/signals";
import { toUsd } from "@/lib/catalog/money";
import { MESH_PATH } from "@/lib/mesh/entry";
import { round } from "../round";
import { scalpEntry } from "../scalp/entry";
import { whalesEntry } from "../whales/entry";
import type { a2aPipelineEntry } from "./entry";
import { type Turn, turnsOf } from "./turns";

type Answer = AnswerOf<typeof a2aPipelineEntry>["a2a"];
type Route = Extract<Answer["delegate"][number], { route: string }>;
/** Without peers: what follows from the verdict alone. */
type A2a = Omit<Answer, "delegate"> & { delegate: Route[] };
type Verdict = Pick<AnswerOf<typeof a2aPipelineEntry>, "verdict" | "supporting">;

/** Which way a signal leans: up for snipe and follow, down for avoid; the others say nothing of a direction. */
export const BIAS: Readonly<Record<Signal, "long" | "short" | "none">> = {
  snipe: "long",
  follow: "long",
  avoid: "short",
  watch: "none",
  rebalance: "none",
};

/** Fields in a fixed order, none with a `|`: a reader splits by it, and skips what it does not know. */
function handoffOf({
  verdict: { asset, signal, confidence },
  supporting: { score, risk, frozen },
}: Verdict): string {
  const fields = {
    asset,
    bias: BIAS[signal],
    conviction: confidence,
    signal,
    score: round(score, 4),
    risk,
    at: frozen.at,
  };
  return ["A2A", ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join("|");
}

const WHALES_WHY = "How BTC, ETH and SOL are positioned, by exchange statistics";
const SCALP_WHY = "The 5 and 15 minute tape of BTC, ETH, BNB and SOL";

/**
 * What to ask next, the most useful first. A bias asks the short tape for its moment; a one-sided market asks how it is
 * placed; a watch asks the desk whose component is nearest to turning it.
 */
function delegateOf(signal: Signal, turns: readonly Turn[], origin: string): A2a["delegate"] {
  const to = (entry: typeof scalpEntry | typeof whalesEntry, why: string) => ({
    route: entry.label,
    url: `${origin}${entry.path}`,
    priceUsdc: toUsd(priceOf(entry)),
    why,
  });
  const bias = BIAS[signal];
  if (bias !== "none")
    return [
      to(scalpEntry, `Bias ${bias}: the 5 and 15 minute tape says when.`),
      to(whalesEntry, `${WHALES_WHY}: whether the bias is shared.`),
    ];
  if (signal === "rebalance")
    return [
      to(whalesEntry, `The futures market is one-sided. ${WHALES_WHY}.`),
      to(scalpEntry, `${SCALP_WHY}: whether it is unwinding.`),
    ];
  const levels = turns.map(({ to: next, when }) => `${next}: ${when}`).join(" ");
  const byTape = turns.some(({ lever }) => lever?.component === "tape");
  const tape = to(scalpEntry, `${SCALP_WHY} moves first. ${levels}`);
  const positioned = to(whalesEntry, `${WHALES_WHY}. ${byTape ? "It moves second." : levels}`);
  return byTape ? [tape, positioned] : [positioned, tape];
}

/** What an agent passes on. `origin`: the service's public address. */
export function a2aOf(verdict: Verdict, origin: string): A2a {
  const { signal } = verdict.verdict;
  const turns = turnsOf(signal, verdict.supporting);
  return {
    handoff: handoffOf(verdict),
    delegate: delegateOf(signal, turns, origin),
    turns,
    mesh: `${origin}${MESH_PATH}`,
  };
}
