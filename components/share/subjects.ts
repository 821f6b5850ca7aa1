import { shortWallet } from "@/components/lounge/wallet-text";
import { percentInWords, stanceInWords } from "@/components/lounge/words";
import type { FrozenVerdict, Outcome } from "@/lib/accuracy/record";
import { HITS } from "@/lib/accuracy/hits";
import type { Signal } from "@/lib/lounge/signal";
import { asRecord, asTextOrNull } from "@/lib/security/report/read-value";
import type { ShareCard } from "./card";

/** What a share image and the preview of a link say of one thing. */
export interface Subject {
  card: Omit<ShareCard, "name">;
  /** A sentence or two, for where a preview has text beside its image. */
  description: string;
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

const PROOFS = {
  payment: "paid by this wallet",
  "sign-in": "signed by this wallet",
  unproved: "creator not proved",
};
const RESULTS = { hit: "Hit", miss: "Miss", void: "Void" };

/** A signal by what everybody may read without its text: nothing here comes from what is sold, not even its teaser. */
export function signalSubject(signal: Signal, price: string): Subject {
  const { title, asset, stance, creator, publishedAt, seq, outcome, mint } = signal;
  const call = asset !== null && stance !== null ? stanceInWords(asset, stance) : null;
  const became = outcome === null ? (call === null ? null : "Open") : RESULTS[outcome.result];
  const by = `by ${shortWallet(creator.wallet)}, ${PROOFS[creator.proof]}`;
  const detail = [
    [call, became].filter((part) => part !== null).join(" · "),
    `${by} · ${day(publishedAt)}`,
    `Certificate #${seq}${mint === null ? "" : ", minted"}`,
  ].filter((part) => part !== "");
  return {
    card: { title, detail: detail.join(" · "), price },
    description: `${call === null ? "A signal" : `${call}, a signal`} ${by}, published ${day(publishedAt)}. Its certificate is free to check; its text is unlocked for ${price}.`,
  };
}

const RESULT_WORDS = {
  hit: "It came true.",
  miss: "It did not come true.",
  void: "It is void: no price was found.",
};

/** A verdict that counts in the public record, and what became of it. */
export function verdictSubject(
  { at, signal, confidence, price, base }: FrozenVerdict,
  outcome: Outcome | null,
): Subject {
  const then = price === null ? "no price was read" : `Bitcoin at ${dollars.format(price.usd)}`;
  const scored = outcome !== null && "z" in outcome ? outcome : null;
  const result =
    outcome === null ? null : scored === null ? "void" : HITS[signal].hit(scored.z) ? "hit" : "miss";
  const later =
    result === null
      ? "Open: it is scored a day later."
      : `${scored === null ? "" : `${dollars.format(scored.price)} a day later. `}${RESULT_WORDS[result]}`;
  const chance = base === null ? "" : ` Its rule comes true ${percentInWords(base)} of the time anyway.`;
  return {
    card: {
      title: `The verdict of ${at.slice(0, 10)}`,
      detail: `${confidence.slice(0, 1).toUpperCase()}${confidence.slice(1)} confidence, ${then}. ${later}${chance}`,
      figure: signal,
    },
    description: `“${signal}” with ${confidence} confidence, ${then}. ${later}${chance}`,
  };
}

/** The service's scan of itself; null where none is kept at the moment. */
export function ownScanSubject(report: unknown, host: string): Subject {
  const { summary, auditedAt } = asRecord(report);
  const { overallGrade, surfaceGrade } = asRecord(summary);
  const [grade, surface, at] = [overallGrade, surfaceGrade, auditedAt].map((value) => asTextOrNull(value));
  const title = "How does your site stand?";
  if (!grade || !at)
    return {
      card: { title, detail: "A passive check of a site that you may have checked, as a signed report." },
      description: "A passive check of a site that you may have checked, as a signed report.",
    };
  const detail = `We scanned ourselves: ${host}, ${at.slice(0, 10)}${surface ? `, exposed surface ${surface}` : ""}.`;
  return { card: { title, detail, figure: grade }, description: detail };
}
