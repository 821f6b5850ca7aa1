import type { Handler } from "@/lib/handler";
import { ONE_PROVIDER } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { readSources } from "@/lib/sources/read-sources";
import { inShort } from "../in-short";
import { sell } from "../sell";
import { findToken } from "../token-address";
import { gatherScreen } from "../token-screen";
import { gatherVerdict } from "../token-verdict";
import { composeResearch } from "./compose";
import type { trenchesResearchEntry } from "./entry";

/** What all free calls together may use of a provider's bucket; beyond it they are answered from the cache. */
export const FREE_SHARE = 0.2;

/** The free list looks at no token more closely. */
const none = (): readonly string[] => [];

/** The lite desk over a reader that a test may hand in. */
export const trenchesResearchWith =
  (read: ReadSources): Handler<typeof trenchesResearchEntry> =>
  async (input, context) => {
    const subject = findToken(input);
    const chain = input.chain ?? "solana";
    const sold = await sell(context, async (reading) => {
      const sparing = { ...reading, bucketShare: FREE_SHARE };
      return composeResearch(
        subject === null
          ? { of: "screen", chain, screen: await gatherScreen(read, sparing, { chain, first: none }) }
          : {
              of: "token",
              verdict: await gatherVerdict(read, { ...sparing, patience: ONE_PROVIDER }, subject),
            },
        context.now,
      );
    });
    return { ...sold, answer: inShort(sold.answer, input.detail) };
  };

export const trenchesResearch = trenchesResearchWith(readSources);
