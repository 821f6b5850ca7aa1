import type { Asset } from "../question/assets";
import type { DeskReads } from "../desks/read-desks";
import { plain } from "./format";
import { answerOf, type Section } from "./section";

/** What the desks have of a coin that the verdict is not about. */
interface Leaning {
  asset: Asset;
  /** By the 5 and 15 minute tape together; null where it is not known. */
  tape: string | null;
  /** By futures positioning, with its score. */
  positioning: string | null;
  score: number | null;
}

function leaningOf(reads: DeskReads, asset: Asset): Leaning {
  const tape = answerOf(reads, "scalp")?.scalp.find(({ symbol }) => symbol === asset);
  const record = answerOf(reads, "whales")?.positioning.find(({ symbol }) => symbol === asset);
  return { asset, tape: tape?.bias ?? null, positioning: record?.bias ?? null, score: record?.score ?? null };
}

/** A side only where tape and positioning are on the same; one of them alone is no side. */
const sideOf = ({ tape, positioning }: Leaning): "long" | "short" | "none" =>
  tape === positioning && (tape === "long" || tape === "short") ? tape : "none";

/** The coin that a plan is asked for, where the verdict is not about it. */
export const otherCoin = (assets: readonly Asset[]): Asset | null =>
  assets.includes("BTC")
    ? null
    : (assets.find((asset) => asset === "ETH" || asset === "SOL" || asset === "BNB") ?? null);

/** The line of a coin without a verdict: its conviction is low, whatever its side, and it says what it rests on. */
export function otherHandoff(reads: DeskReads, asset: Asset, now: Date): string {
  const leaning = leaningOf(reads, asset);
  const fields = {
    asset,
    bias: sideOf(leaning),
    conviction: "low",
    basis: "tape+positioning",
    ...(leaning.score !== null && { score: leaning.score }),
    at: now.toISOString(),
  };
  return ["A2A", ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join("|");
}

export function otherPlanSection(reads: DeskReads, asset: Asset): Section {
  const leaning = leaningOf(reads, asset);
  const { tape, positioning, score } = leaning;
  const side = sideOf(leaning);
  const verdict = answerOf(reads, "verdict")?.verdict ?? null;
  return {
    title: "Plan",
    lead:
      `There is no verdict on ${asset}. Its short tape leans ${tape ?? "unknown"} and its futures positioning ${positioning ?? "unknown"}${score === null ? "" : ` (score ${plain(score)})`}: ` +
      (side === "none"
        ? "no side that both share, so nothing here speaks for a trade."
        : `both are ${side}, which is a description of now and no forecast.`),
    points: [
      side === "none"
        ? "It would be a side once tape and positioning lean the same way."
        : `It would stop being one once either turns away from ${side}.`,
      ...(verdict === null
        ? ["The verdict on BTC could not be read."]
        : [`For the market around it, the verdict on BTC: ${verdict.headline}`]),
    ],
    gaps: [
      `The verdict is on BTC alone and says nothing of ${asset}.`,
      "No edge has been shown for any of this. No size, stop or target is set here: those depend on your money and your risk, which the desks don't know.",
    ],
  };
}
