import type { Tone } from "@/components/ui/badge";
import type { ListedSignal } from "@/lib/lounge/feed/answer";
import type { CreatorProof, HiddenReason, Stance } from "@/lib/lounge/vocabulary";

interface Judged {
  tone: Tone;
  label: string;
  /** The same in a sentence. */
  means: string;
}

const PROOFS: Readonly<Record<CreatorProof, Judged>> = {
  payment: {
    tone: "good",
    label: "Paid by this wallet",
    means: "The wallet that is named as its creator's paid for publishing it.",
  },
  "sign-in": {
    tone: "good",
    label: "Signed by this wallet",
    means: "The wallet that is named as its creator's signed for this very text; another one may have paid.",
  },
  unproved: {
    tone: "warn",
    label: "Creator not proved",
    means: "Somebody named this wallet, as anybody may. It did not pay, and did not sign.",
  },
};
export const proofInWords = (proof: CreatorProof): Judged => PROOFS[proof];

const HIDDEN: Readonly<Record<HiddenReason, string>> = {
  illegal: "it was unlawful",
  "personal-data": "it held somebody's personal data",
  rights: "it broke somebody's rights",
  malware: "it led to malware",
  spam: "it was spam",
};
export const hiddenInWords = ({ reason, at }: NonNullable<ListedSignal["hidden"]>): string =>
  `An operator deleted its words on ${timeInWords(at)}, because ${HIDDEN[reason]}. Its hash, its place and its outcome stay.`;

/** What the RWA chip says. */
export const certificateInWords = ({ minted }: Pick<ListedSignal, "minted">): Judged =>
  minted
    ? { tone: "good", label: "Certificate, minted", means: "An NFT of its certificate is recorded." }
    : {
        tone: "plain",
        label: "Certificate",
        means: "Its certificate stands in the log; no NFT of it is recorded.",
      };

export const stanceInWords = (asset: string, stance: Stance): string =>
  `${stance === "long" ? "▲" : stance === "short" ? "▼" : "◆"} ${asset} ${stance}`;

/** How long a call is held against the price. */
const HORIZON_MS = 24 * 3_600_000;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
export const percentInWords = (share: number | null): string =>
  share === null ? "not told yet" : percent(share);

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumSignificantDigits: 7,
});

/** What became of a signal; `now` decides between a call that runs and one that waits for its score. */
export function outcomeInWords(
  { asset, outcome, publishedAt }: Pick<ListedSignal, "asset" | "outcome" | "publishedAt">,
  now: number,
): Judged {
  if (outcome === null) {
    if (asset === null)
      return {
        tone: "plain",
        label: "Not a call",
        means: "It names no single asset and stance, so that nothing can be held against it.",
      };
    return now < Date.parse(publishedAt) + HORIZON_MS
      ? { tone: "unknown", label: "Open", means: "Its 24 hours are not over." }
      : { tone: "unknown", label: "Waits for its score", means: "Its 24 hours are over; it is scored soon." };
  }
  const counts = outcome.counts
    ? "It counts in its creator's record."
    : "It does not count in a record: only a proved creator's first call on an asset of each UTC day does.";
  if (outcome.result === "void")
    return { tone: "unknown", label: "Void", means: `No price or no past was found for it. ${counts}` };
  const { price, priceLater, venue, z, baseRate } = outcome;
  const moved = [
    price !== null && priceLater !== null && `${dollars.format(price)} → ${dollars.format(priceLater)}`,
    venue !== null && `at ${venue}`,
    z !== null && `${z.toFixed(2)} daily standard deviations`,
    baseRate !== null && `its rule comes true ${percent(baseRate)} of the time anyway`,
  ].filter((part) => part !== false);
  return {
    ...(outcome.result === "hit" ? { tone: "good", label: "Hit" } : { tone: "bad", label: "Miss" }),
    means: `${moved.join("; ")}. ${counts}`,
  };
}

/** "2026-10-07 14:06:12 UTC"; what is no time stays as it came. */
export function timeInWords(iso: string): string {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? iso : `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** How long ago something was, in its largest unit. */
export function sinceInWords(iso: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(iso)) / 1000));
  if (seconds < 60) return "just now";
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)} h ago` : `${Math.floor(seconds / 86_400)} d ago`;
}
