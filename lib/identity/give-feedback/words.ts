import type { GiveFeedbackAnswer } from "./answer";

/** What people and models are told. */

export type Refusal = NonNullable<GiveFeedbackAnswer["reason"]>;

export const WARNING =
  "This publishes a purchase. The file, and the transaction that names it, show everybody and for good: the wallet that paid, the wallet that was paid, the amount, the transaction, the wallet that sends the call where it is another (and so that both are yours), which route was bought here, your rating and your words. The file can't be changed; on chain feedback can be revoked, never deleted.";

export const REFUSALS: Readonly<Record<Refusal, string>> = {
  refunded: "The payment was returned, so nothing was bought by it.",
  not_backed: "The chain does not show that this payment's money moved.",
  other_asset: "Only payments in USDC back feedback.",
  no_payment:
    "The transaction holds no payment in USDC from your wallet to a proved wallet of this agent's: on Base an authorization, as x402 has it, and on Solana a transfer.",
  failed: "The transaction failed on chain: nothing was paid.",
  own_agent: "The wallet that paid, or that would send the call, is the agent's own or acts for it.",
  not_on_chain:
    "The agent holds no token of ERC-8004's registry that names its file, so nothing can rate it there.",
};
