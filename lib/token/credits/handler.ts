import { isAddress } from "@solana/kit";
import type { CallContext, Handler } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { dayOf } from "@/lib/payments/token/market";
import type { OwnToken } from "@/lib/payments/token/own-token";
import { freeCallsOf } from "../holder/calls";
import { lookUpHolding, NOT_TOLD } from "../holder/claim";
import { holderTerms } from "../holder/terms";
import type { Holding } from "../holding";
import { tokenState } from "../state";
import { isHolder, tierOf } from "../tier";
import type { tcxCreditsEntry } from "./entry";

const DAY_MS = 86_400_000;
const NOT_LAUNCHED = "The token is not launched.";

const NOTHING = {
  freeDesks: { entitled: false, left: 0 },
  freeAudits: { entitled: false, left: 0 },
  scanDepth: "Guest" as const,
};

async function held(token: OwnToken, wallet: string, headers: Headers): Promise<Holding> {
  return lookUpHolding(token, wallet, headers).catch((cause: unknown) => {
    if (cause instanceof ApiError) throw cause;
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

const left = (entitled: boolean, most: number, had: number) => ({
  entitled,
  left: entitled ? Math.max(0, most - had) : 0,
});

/** What a wallet has by its holding, and what of that is left today. */
async function entitledTo(token: OwnToken, wallet: string, counted: bigint | null, now: Date) {
  if (counted === null) return { tier: "Guest" as const, entitled: NOTHING, because: NOT_TOLD };
  const tier = tierOf(token, counted);
  const isEntitled = isHolder(token, counted);
  const { freeDesks, freeAudits } = holderTerms(token);
  const had = await freeCallsOf(wallet, now.getTime());
  return {
    tier,
    entitled: {
      freeDesks: left(isEntitled, freeDesks.perDay, had.raw),
      freeAudits: left(tier !== "Guest", freeAudits.perDay, had.audits),
      scanDepth: tier,
    },
    because: isEntitled ? null : "Too little of the token has been held since 00:00 UTC.",
  };
}

async function creditsOf(token: OwnToken, wallet: string, { headers, now }: CallContext) {
  const { balance, counted, at } = await held(token, wallet, headers);
  return {
    ...(await entitledTo(token, wallet, counted, now)),
    ...{ balance: String(balance), counted: counted === null ? null : String(counted) },
    asOf: new Date(at).toISOString(),
  };
}

export const tcxCredits: Handler<typeof tcxCreditsEntry> = async ({ wallet }, context) => {
  if (wallet !== undefined && !isAddress(wallet))
    throw new ApiError("invalid_request", "wallet: must be a Solana wallet's address.");
  const { token, state } = tokenState();
  const nobody = { tier: "Guest" as const, balance: null, counted: null, asOf: null, entitled: NOTHING };
  const holders = token && holderTerms(token);
  const credits =
    token === null || wallet === undefined
      ? { ...nobody, because: token === null ? NOT_LAUNCHED : null }
      : await creditsOf(token, wallet, context);
  const tomorrow = (dayOf(context.now.getTime()) + 1) * DAY_MS;
  return {
    answer: {
      ...{ ok: true, ...state, wallet: wallet ?? null, ...credits, holders },
      resetsAt: token && new Date(tomorrow).toISOString(),
      tiers: holders?.tiers ?? [],
    },
    effects: [],
  };
};
