import { env } from "@/lib/env";
import { ApiError } from "@/lib/http/api-error";
import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import { type Addresses, addressesOf } from "./addresses";
import { composeWallet } from "./compose";
import { walletEntry } from "./entry";
import { gatherWallet, type WalletInputs } from "./gather";

/** The desk with or without an indexer's key, which is asked for on each call. */
export const walletDeskWith = (
  heliusKey: () => string | undefined,
): Desk<typeof walletEntry, WalletInputs> => ({
  entry: walletEntry,
  async gather(read, context, input) {
    const addresses = addressesOf(input);
    const key = heliusKey();
    if (addresses.solana !== null && key === undefined) throw noSolana(addresses);
    return gatherWallet(read, context, addresses, key);
  },
  compose: (inputs, _, now) => composeWallet(inputs, now),
});

const noSolana = ({ base }: Addresses): ApiError =>
  new ApiError(
    "invalid_request",
    "This service has no RPC provider's key, and without one there is no snapshot of a Solana wallet. " +
      `${base === null ? "Send an `evmAddress`: wallets on Base can be read." : "Send the `evmAddress` alone."}`,
    { details: { field: "solAddress", wouldMatch: "evmAddress" } },
    "Nothing is charged.",
  );

export const walletDesk = walletDeskWith(() => env().HELIUS_API_KEY);

export const wallet = deskWith(walletDesk)(readSources);
