import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { ListName } from "@/lib/payments/owed/list/entry";
import { DECIMALS, startTokenWorld, type TokenWorld } from "../support/own-token";
import { newTokenPayer, paymentHeader } from "../support/token-payer";
import { startTokenService, type TokenService } from "../support/token-service";

/** What arrived at the own token's treasury is compared with the ledger transaction by transaction, as USDC's wallets are. */

const FUNDS = 1_000_000n * 10n ** BigInt(DECIMALS);
const TWO_HOURS_MS = 7_200_000;

let world: TokenWorld;
let service: TokenService;
beforeAll(async () => {
  world = await startTokenWorld();
  await world.chain.mintUsdc(world.treasury.address, 0n); // the same wallet takes USDC here
  service = await startTokenService(world);
  await world.store.redis.set("svc:ledger:epoch", "1"); // this store has been there for long
});
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await world.close();
});

const context = () => ({ now: new Date(), signal: new AbortController().signal, headers: new Headers() });

async function compareTreasury() {
  const { reconcile } = await import("@/lib/payments/recovery/reconcile/handler");
  const { chains } = (await reconcile({}, context())).answer;
  return chains.find(({ asset }) => asset === world.mint);
}
async function listed(list: ListName) {
  const { listPayments } = await import("@/lib/payments/owed/list/handler");
  return (await listPayments({ list, after: undefined, payment: undefined }, context())).answer.payments;
}

it("finds a sale that was never made good and a gift of as much, which the sums don't show", async () => {
  expect(await compareTreasury()).toMatchObject({ difference: null, transfers: { known: 0, owed: 0 } });
  const payer = await newTokenPayer(world, FUNDS);
  const sold = await service.quote();
  const { transaction } = await payer.sign(sold);
  expect((await service.buy(paymentHeader(sold.accepted, transaction))).status).toBe(200);

  // A payment that nobody has shown here, one of a made-up quote, and a gift.
  const [unshown, altered] = [await service.quote(), await service.quote()];
  const lost = await payer.sign(unshown);
  await payer.broadcast(lost.transaction);
  const more = BigInt(altered.amounts.treasury) + 1n;
  await payer.broadcast((await payer.sign(altered, { kept: more })).transaction);
  await world.chain.mintToken(world.mint, world.treasury.address, 5_000n);

  // The ledger has sold as much that never arrived.
  const totals = "svc:ledger:totals";
  const flat = (await world.store.redis.hgetall(totals)) as unknown as string[];
  const account = flat.find((field) => field.endsWith(world.mint)) ?? "";
  const missing = BigInt(unshown.amounts.treasury) + more + 5_000n;
  await world.store.redis.hincrby(totals, account, Number(missing));

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + TWO_HOURS_MS });
  expect(await compareTreasury()).toMatchObject({
    difference: "0",
    transfers: { known: 1, dust: 0, unasked: 2, owed: 1, untold: 0, isBehind: false },
  });
  // Of 0.02 USDC, less the discount.
  expect(await listed("debts")).toMatchObject([
    { state: "debt", payer: payer.signer.address, amount: "14000", transaction: lost.id },
  ]);
  expect(await compareTreasury()).toMatchObject({ transfers: { known: 0, unasked: 0, owed: 0 } });
});

it("owes nothing for what was held back until its quote was long over, when the token may be worth less", async () => {
  vi.useRealTimers();
  await compareTreasury();
  const before = await listed("debts");
  const payer = await newTokenPayer(world, FUNDS);
  const { newQuoteId } = await import("@/lib/payments/token/quote");
  const { NETWORKS } = await import("@/lib/chains/networks");
  const quote = await service.quote();
  const { merchantId, route } = quote;
  const token = { mint: world.mint, decimals: DECIMALS, treasury: world.treasury.address };
  const amounts = { gross: BigInt(quote.amounts.gross), burn: BigInt(quote.amounts.burn) };
  const terms = { network: NETWORKS.testnet.solana.id, token, merchantId, route, amounts, wallet: null };
  const secret = world.settings["TOKEN_QUOTE_SECRET"] ?? "";
  const [late, inTime] = [
    newQuoteId(secret, terms, Date.now() - 600_000),
    newQuoteId(secret, terms, Date.now()),
  ];
  for (const quoteId of [late, inTime])
    await payer.broadcast((await payer.sign({ ...quote, quoteId })).transaction);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + TWO_HOURS_MS });
  expect(await compareTreasury()).toMatchObject({ transfers: { unasked: 1, owed: 1, untold: 0 } });
  expect(await listed("debts")).toHaveLength(before.length + 1);
});
