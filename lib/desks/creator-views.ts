import type { Asset } from "@/lib/lounge/vocabulary";

/**
 * What creators say of an asset, as desks read it: facts of a signal and of its creator's record. No word of a creator's is
 * among them, so that none reaches the prompt of an agent that pays for an answer.
 */
export interface CreatorView {
  /** The signal. */
  id: string;
  /** The creator's wallet; several views of one on an asset count once. */
  creator: string;
  proof: "payment" | "sign-in";
  asset: Asset;
  stance: -1 | 0 | 1;
  publishedAt: string;
  /** Of the creator's `scored` long and short calls that count, those that came true. */
  hits: number;
  scored: number;
  /** Without a record that stands by itself: all such creators share one creator's weight. */
  newcomer: boolean;
}

/** Gives the views of the last 72 hours on all assets; null while they can't be read. */
export type CreatorViews = (now: Date) => Promise<readonly CreatorView[] | null>;

/** Nobody's views are read. */
export const noCreatorViews: CreatorViews = () => Promise.resolve(null);

export const VIEW_MAX_AGE_MS = 72 * 3_600_000;
const HOUR_MS = 3_600_000;

const ageOf = ({ publishedAt }: CreatorView, now: Date): number => now.getTime() - Date.parse(publishedAt);

/**
 * The views on an asset that count at a moment: of the last 72 hours, the newest of each creator, those of creators with
 * a record first, newest first. None without a creator with a record: a hundred fresh wallets are two dollars.
 */
export function countedViews(views: readonly CreatorView[], asset: Asset, now: Date): CreatorView[] {
  const seen = new Set<string>();
  const counted = views
    .filter((view) => view.asset === asset && ageOf(view, now) >= 0 && ageOf(view, now) <= VIEW_MAX_AGE_MS)
    .sort((a, b) => b.publishedAt.localeCompare(a.publishedAt) || a.id.localeCompare(b.id))
    .filter(({ creator }) => !seen.has(creator) && seen.add(creator));
  const standing = counted.filter(({ newcomer }) => !newcomer);
  return standing.length === 0 ? [] : [...standing, ...counted.filter(({ newcomer }) => newcomer)];
}

const WORDS = { "-1": "short", "0": "neutral", "1": "long" } as const;
export const stanceWord = (stance: CreatorView["stance"]) => WORDS[stance];

const PROOFS = { payment: "paid by the creator's wallet", "sign-in": "signed by the creator's wallet" };

/** A wallet's first and last characters, as people tell wallets apart. */
export const shortWallet = (wallet: string): string => `${wallet.slice(0, 6)}…${wallet.slice(-4)}`;

/** What a creator is known for, from the record alone. */
export const recordLine = ({ hits, scored, newcomer }: CreatorView): string =>
  `${hits} of ${scored} scored calls came true${newcomer ? "; no record of its own yet" : ""}`;

/** A view in a line, of enumerated facts alone. */
export const viewLine = (view: CreatorView, now: Date): string =>
  `${stanceWord(view.stance)} ${view.asset}, ${Math.floor(ageOf(view, now) / HOUR_MS)} h old, ` +
  `${PROOFS[view.proof]}, creator ${shortWallet(view.creator)}: ${recordLine(view)}.`;
