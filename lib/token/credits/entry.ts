import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { solanaWalletField } from "../vocabulary";
import type { TcxCreditsAnswer } from "./answer";

/** What a wallet has by holding the own token. */
export const tcxCreditsEntry = defineRoute<TcxCreditsAnswer>()({
  path: "/api/tcx-credits",
  method: "GET",
  desk: "token",
  tier: "free",
  summary: "What a wallet has by holding the service's own token: its tier, free calls and audits",
  input: z.strictObject({
    wallet: solanaWalletField.optional().describe("A Solana wallet. Left out: the tiers alone."),
  }),
  // Each new wallet is a question to the chain.
  limits: { ...DEFAULT_LIMITS, rate: { name: "credits", perMinute: 20 } },
  statuses: [503],
});
