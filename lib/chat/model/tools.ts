import { env } from "@/lib/env";
import { ledgerStore } from "@/lib/store/redis";
import type { Endpoint } from "./ask-model";
import { type Reserve, reserveWith } from "./spend";

/** The models that an operator has plugged in. */
export interface Models {
  endpoint: Endpoint;
  /** Model ids in the order of the selectors. */
  ids: readonly string[];
  reserve: Reserve;
}

const reserve = reserveWith(ledgerStore, () => {
  const {
    CHAT_DAILY_TOKENS: all,
    CHAT_PAYER_DAILY_TOKENS: payer,
    CHAT_NEWCOMERS_DAILY_TOKENS: newcomers,
  } = env();
  return { all, payer, newcomers };
});

/** By the settings; null while none is plugged in. */
export function pluggedInModels(): Models | null {
  const { CHAT_MODEL_BASE_URL: baseURL, CHAT_MODEL_API_KEY: apiKey, CHAT_MODELS: ids } = env();
  return baseURL === undefined || ids.length === 0 ? null : { endpoint: { baseURL, apiKey }, ids, reserve };
}
