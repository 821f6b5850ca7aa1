import type { LoungeTeasers } from "@/lib/desks/lounge";
import { describe, log } from "@/lib/http/log";
import { newestSignals } from "./newest";

/** What the market at a glance shows of the lounge. It has other things to show where that can't be read. */
export const loungeTeasers: LoungeTeasers = async (count) => {
  try {
    const signals = await newestSignals();
    return signals.slice(0, count).map(({ id, title, teaser, publishedAt, certificateHash, seq, mint }) => ({
      ...{ signalId: id, title, teaser },
      publishedAt: new Date(publishedAt).toISOString(),
      certificate: { hash: certificateHash, seq, minted: mint !== null },
    }));
  } catch (error) {
    log.warn("lounge_not_read", { why: describe(error) });
    return null;
  }
};
