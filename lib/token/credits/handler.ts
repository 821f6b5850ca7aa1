import { isAddress } from "@solana/kit";
import type { Handler } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { rpcClient } from "@/lib/payments/chain/json-rpc";
import { solanaNodes } from "@/lib/payments/chain/nodes";
import type { OwnToken } from "@/lib/payments/token/own-token";
import { type Holding, holdingOf } from "../holding";
import { tokenState } from "../state";
import { holderTiers, tierOf } from "../tier";
import type { tcxCreditsEntry } from "./entry";

async function held(token: OwnToken, wallet: string, signal: AbortSignal): Promise<Holding> {
  const [node = ""] = solanaNodes();
  return holdingOf(rpcClient(node, signal), token, wallet).catch((cause: unknown) => {
    throw new ApiError(
      "data_unavailable",
      "The chain can't be asked for the wallet's balance at the moment.",
      {
        headers: retryAfter(10),
        cause,
      },
    );
  });
}

export const tcxCredits: Handler<typeof tcxCreditsEntry> = async ({ wallet }, { signal }) => {
  if (wallet !== undefined && !isAddress(wallet))
    throw new ApiError("invalid_request", "wallet: must be a Solana wallet's address.");
  const { token, state } = tokenState();
  const holding = token === null || wallet === undefined ? null : await held(token, wallet, signal);
  const tiers = token === null ? [] : holderTiers(token);
  return {
    answer: {
      ...{ ok: true, ...state, wallet: wallet ?? null },
      tier: token === null || holding === null ? "Guest" : tierOf(token, holding.balance),
      balance: holding && String(holding.balance),
      asOf: holding && new Date(holding.at).toISOString(),
      tiers: tiers.map(({ tier, from }) => ({ tier, from: String(from) })),
    },
    effects: [],
  };
};
