import { shortWallet } from "@/lib/desks/creator-views";
import type { LoungeHeadlines } from "@/lib/desks/lounge";
import { env } from "@/lib/env";
import { topicsOf } from "@/lib/sources/headline-categories";
import { newestSignals } from "./newest";
import type { Signal } from "./signal";
import { unlessUnread } from "./unless-unread";

const MAX_AGE_MS = 72 * 3_600_000;

/** A stranger's words, marked off as such: no mark within them ends them. */
export const fenced = (words: string): string => `“${words.replace(/["“”„‟«»「」]/gu, "'")}”`;

/** The newest of each proved creator, so that nobody fills the wire alone. */
function oneEach(signals: readonly Signal[], now: Date): Signal[] {
  const seen = new Set<string>();
  return signals.filter(
    ({ creator: { wallet, proof }, publishedAt }) =>
      proof !== "unproved" &&
      now.getTime() - publishedAt <= MAX_AGE_MS &&
      !seen.has(wallet) &&
      seen.add(wallet),
  );
}

/** What the wire shows of the lounge: titles in quotation marks, and who wrote them. */
export const loungeHeadlines: LoungeHeadlines = ({ now }) =>
  unlessUnread("lounge_not_read", async () =>
    oneEach(await newestSignals(), now).map(({ id, title, creator, publishedAt, asset }) => ({
      title: `A creator's words: ${fenced(title)}`,
      source: `creator ${shortWallet(creator.wallet)}`,
      url: `${env().PUBLIC_ORIGIN}/api/rwa-token?signalId=${id}`,
      publishedAt: new Date(publishedAt).toISOString(),
      origin: "lounge" as const,
      categories: [
        ...new Set([...topicsOf("lounge", title), ...(asset === null ? [] : ["crypto" as const])]),
      ],
    })),
  );
