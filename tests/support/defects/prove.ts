import type { PaymentPayload, PaymentRequired } from "@x402/core/types";
import { expect } from "vitest";
import { messageHashOf } from "@/lib/chains/solana-transaction";
import { evmForm, newEvmBuyer, type EvmBuyer } from "../evm-buyer";
import { proveRefused, type Shop } from "../refusals";
import { asHeader, challengeOf, post } from "../service";
import { newSolanaBuyer, transactionIn, type SolanaBuyer } from "../solana-buyer";
import { ENOUGH, type Defect } from "./unsigned";

/** What the chain knows a payment by, as far as it can be read at all. */
export async function knownBy(payment: PaymentPayload): Promise<string[]> {
  const { authorization } = evmForm(payment);
  if (authorization?.nonce !== undefined) return [authorization.nonce];
  return payment.payload.transaction === undefined ? [] : [await messageHashOf(transactionIn(payment))];
}

interface AnyBuyer {
  address: string;
  fund(amount: bigint): Promise<unknown>;
  balance(): Promise<bigint>;
  sign(challenge: PaymentRequired): Promise<PaymentPayload>;
}

async function prove<Buyer extends AnyBuyer>(
  shop: Shop,
  buyer: Buyer,
  { make, reason, message }: Defect<Buyer>,
): Promise<void> {
  const challenge = await challengeOf(shop.origin, shop.path);
  const payment = await make(buyer, challenge);
  const headers = { "payment-signature": asHeader(payment) };
  const attempt = { shop, buyer, challenge, headers, knownBy: await knownBy(payment) };
  await proveRefused(attempt, { reason, message });
}

/** The wallet's next payment, without any defect, is served: nothing of the refused one stands in its way. */
export async function proveServed({ origin, path }: Shop, buyer: AnyBuyer): Promise<void> {
  await buyer.fund(ENOUGH);
  const payment = asHeader(await buyer.sign(await challengeOf(origin, path)));
  const response = await post({ origin, path, payment });
  expect(response.status, await response.text()).toBe(200);
}

/** Proves a defect on Base, with a wallet made for it, which it resolves to. */
export async function onBase(shop: Shop, defect: Defect<EvmBuyer>): Promise<EvmBuyer> {
  const buyer = await newEvmBuyer(shop.world, defect.funds === undefined ? ENOUGH : (defect.funds ?? 0n));
  await prove(shop, buyer, defect);
  return buyer;
}

/** Proves a defect on Solana, with a wallet made for it, which it resolves to. */
export async function onSolana(shop: Shop, defect: Defect<SolanaBuyer>): Promise<SolanaBuyer> {
  const buyer = await newSolanaBuyer(shop.world, defect.funds === undefined ? ENOUGH : defect.funds);
  await prove(shop, buyer, defect);
  return buyer;
}
