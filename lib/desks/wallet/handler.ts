import { env } from "@/lib/env";
import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import { addressesOf } from "./addresses";
import { composeWallet } from "./compose";
import { walletEntry } from "./entry";
import { gatherWallet, type WalletInputs } from "./gather";

/** The desk with or without an indexer's key, which is asked for on each call. */
export const walletDeskWith = (
  heliusKey: () => string | undefined,
): Desk<typeof walletEntry, WalletInputs> => ({
  entry: walletEntry,
  gather: async (read, context, input) => gatherWallet(read, context, addressesOf(input), heliusKey()),
  compose: (inputs, _, now) => composeWallet(inputs, now),
});

export const walletDesk = walletDeskWith(() => env().HELIUS_API_KEY);

export const wallet = deskWith(walletDesk)(readSources);
