import { solanaRpcEntry } from "@/lib/solana-rpc/entry";
import { tokenBurnsEntry } from "@/lib/token/burns/entry";
import { tcxCreditsEntry } from "@/lib/token/credits/entry";
import { tokenPayEntry } from "@/lib/token/pay/entry";

/** Where the token's page asks. A static page hands these on, so that browsers carry no schemas. */
export const TOKEN_ROUTES = {
  credits: tcxCreditsEntry.path,
  burns: tokenBurnsEntry.path,
  pay: tokenPayEntry.path,
  chain: solanaRpcEntry.path,
};
export type TokenRoutes = typeof TOKEN_ROUTES;
