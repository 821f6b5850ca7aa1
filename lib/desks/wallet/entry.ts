import * as z from "zod";
import { defineIntel } from "@/lib/catalog/define";
import type { WalletFields } from "./answer";

/** Form only; the desk decodes Solana addresses (32 bytes) and checks the capitals of EVM ones (EIP-55). */
const input = z.strictObject({
  solAddress: z
    .string()
    .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, "Send a Solana address: 32 bytes in base58, 32 to 44 characters.")
    .optional()
    .describe("Solana wallet, base58."),
  evmAddress: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, "Send an EVM address: 0x and 40 hexadecimal digits.")
    .optional()
    .describe("EVM wallet, read on Base."),
  message: z
    .string()
    .max(4_000)
    .optional()
    .describe("May hold one address of each kind, looked for only when neither field is sent."),
});

export const walletEntry = defineIntel<WalletFields>()({
  path: "/api/svc-intel-wallet",
  method: "POST",
  desk: "wallet",
  tier: "signal",
  summary: "Wallet snapshot on Solana and Base: balances, values, concentration",
  input,
  needs: ["solAddress", "evmAddress", "message"],
  coverage: { native: 0.25, tokens: 0.5, prices: 0.25 },
  statuses: [404, 503],
  freshnessSec: 60,
});
