import { priceInWords } from "@/components/home/price-list";
import { priceOf, type RouteEntry } from "@/lib/catalog/define";
import { loungeCreatorEntry } from "@/lib/lounge/creator/entry";
import { loungeFeedEntry } from "@/lib/lounge/feed/entry";
import { loungeLogEntry } from "@/lib/lounge/log-state/entry";
import { signalOpenEntry } from "@/lib/lounge/open/entry";
import { signalPublishEntry } from "@/lib/lounge/publish/entry";
import { recordMintEntry } from "@/lib/lounge/record-mint/entry";
import { rwaBadgesEntry } from "@/lib/lounge/rwa-badges/entry";
import { rwaTokenEntry } from "@/lib/lounge/rwa-token/entry";
import { solanaRpcEntry } from "@/lib/solana-rpc/entry";

/** A paid route as a page sells it. */
export interface SoldRoute {
  path: string;
  /** Such as "$0.10". */
  price: string;
  /** The same in USDC base units. */
  amount: number;
}

const sold = (entry: Pick<RouteEntry, "path" | "tier">): SoldRoute => ({
  path: entry.path,
  price: priceInWords(entry),
  amount: priceOf(entry),
});

/** Where the lounge's pages ask. Static pages hand these on, so that browsers carry no schemas. */
export const LOUNGE_ROUTES = {
  feed: loungeFeedEntry.path,
  creator: loungeCreatorEntry.path,
  certificate: rwaTokenEntry.path,
  log: loungeLogEntry.path,
  badges: rwaBadgesEntry.path,
  /** Of minting and of looking at mints. */
  relay: solanaRpcEntry.path,
  record: recordMintEntry.path,
};

export const UNLOCK: SoldRoute = sold(signalOpenEntry);
export const PUBLISHING: SoldRoute = sold(signalPublishEntry);
