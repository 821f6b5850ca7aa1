import type { LoungeTeasers } from "@/lib/desks/lounge";
import { newestSignals } from "./newest";
import { unlessUnread } from "./unless-unread";

/** What the market at a glance shows of the lounge. It has other things to show where that can't be read. */
export const loungeTeasers: LoungeTeasers = (count) =>
  unlessUnread("lounge_not_read", async () => {
    const signals = await newestSignals();
    return signals.slice(0, count).map(({ id, title, teaser, publishedAt, certificateHash, seq, mint }) => ({
      ...{ signalId: id, title, teaser },
      publishedAt: new Date(publishedAt).toISOString(),
      certificate: { hash: certificateHash, seq, minted: mint !== null },
    }));
  });
