import {
  AccountRole,
  address,
  createSolanaRpc,
  devnet,
  generateKeyPairSigner,
  getBase64Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageCodec,
  getTransactionCodec,
  signBytes,
} from "@solana/kit";
import { findAssociatedTokenPda, getApproveInstruction } from "@solana-program/token";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { base64ToText } from "@/lib/http/base64";
import { associatedAccount } from "@/lib/chains/associated-account";
import { NETWORKS } from "@/lib/chains/networks";
import { newQuoteId } from "@/lib/payments/token/quote";
import { tokenBurnsDocumentation } from "@/lib/token/burns/documentation";
import type { NewMint } from "@/sandbox/chains/solana/faucet";
import { TOKEN_2022_PROGRAM } from "@/sandbox/chains/solana/network";
import { moveLamports } from "./sandbox-chains-support";
import { DECIMALS, ORIGIN, startTokenWorld, type TokenWorld } from "../support/own-token";
import { computeLimit, computePrice } from "../support/payments";
import {
  held,
  newTokenPayer,
  paymentHeader,
  supplyOf,
  type Quote,
  type TokenPayer,
  type TokenPaymentChange,
} from "../support/token-payer";
import { startTokenService as start, TVL, WIRE, type TokenService } from "../support/token-service";
import { forRequest, proofHeader, solanaProof } from "../support/wallet-proofs";

const FUNDS = 1_000_000n * 10n ** BigInt(DECIMALS);

let world: TokenWorld;
let service: TokenService;
let payer: TokenPayer;

beforeAll(async () => {
  world = await startTokenWorld();
  service = await start(world);
  await service.quote();
});
beforeEach(async () => {
  payer = await newTokenPayer(world, FUNDS);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await world.close();
});

/** Pays a quote as it stands. */
async function pay(quote: Quote, change: TokenPaymentChange = {}) {
  const { transaction, id } = await payer.sign(quote, change);
  return { id, payment: paymentHeader(quote.accepted, transaction) };
}

describe("a payment in the own token", () => {
  it("burns, pays the treasury and buys the answer, exactly as it was quoted", async () => {
    const quote = await service.quote();
    const { id, payment } = await pay(quote, { before: [computeLimit, computePrice] });
    const [supply, treasury] = [await supplyOf(world), await held(world, world.treasury.address)];
    const response = await service.buy(payment);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ ok: true, kind: "intel-tvl" });
    const { gross, burn, treasury: kept } = quote.amounts;
    expect(await payer.balance()).toBe(FUNDS - BigInt(gross));
    expect(await supplyOf(world)).toBe(supply - BigInt(burn));
    expect(await held(world, world.treasury.address)).toBe(treasury + BigInt(kept));
    expect(JSON.parse(base64ToText(response.headers.get("payment-response") ?? ""))).toMatchObject({
      ...{ success: true, transaction: id, amount: gross, payer: payer.signer.address },
    });
  });

  it("buys once: the same again is its stored answer, to whom it was given, and costs nothing", async () => {
    const quote = await service.quote();
    const { payment } = await pay(quote);
    const first = await service.buy(payment);
    expect(first.status).toBe(200);
    const after = await payer.balance();
    const again = await service.buy(payment);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(await again.json()).toEqual(await first.json());
    // Rebuilt from the chain, it has another replay token, or none.
    const { replay: _, ...extra } = quote.accepted.extra as Record<string, unknown>;
    const { transaction } = JSON.parse(base64ToText(payment)).payload as { transaction: string };
    for (const stolen of [
      { ...quote.accepted, extra },
      { ...quote.accepted, extra: { ...extra, replay: "f".repeat(32) } },
    ])
      expect((await service.buy(paymentHeader(stolen, transaction))).status).toBe(409);
    expect((await service.buy(payment, {}, WIRE)).status).toBe(409);
    expect(await payer.balance()).toBe(after);
  });

  it("moves once, and is sold once, however many copies come at once", async () => {
    const quote = await service.quote();
    const { payment } = await pay(quote);
    const all = await Promise.all(Array.from({ length: 8 }, () => service.buy(payment)));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(all.filter(({ headers }) => !headers.has("idempotent-replayed"))).toHaveLength(1);
    expect(await payer.balance()).toBe(FUNDS - BigInt(quote.amounts.gross));
  });

  it("is two payments where two quotes are paid in one blockhash", async () => {
    const quotes = [await service.quote(), await service.quote()];
    const recent = (await createSolanaRpc(devnet(world.chain.rpcUrl)).getLatestBlockhash().send()).value
      .blockhash;
    const ids = new Set<string>();
    for (const quote of quotes) {
      const { id, payment } = await pay(quote, { recent });
      ids.add(id);
      expect((await service.buy(payment)).status).toBe(200);
    }
    expect(ids.size).toBe(2);
  });

  it("is for the wallet alone that the preview named", async () => {
    const quote = await service.quote({ wallet: payer.signer.address });
    expect((await service.buy((await pay(quote)).payment)).status).toBe(200);
  });

  it("that its payer has sent is credited, once", async () => {
    const quote = await service.quote();
    const { transaction } = await payer.sign(quote);
    await payer.broadcast(transaction);
    const payment = paymentHeader(quote.accepted, transaction);
    const proof = proofHeader(await solanaProof(payer.secretKey, ORIGIN + TVL, forRequest(TVL)));
    const response = await service.buy(payment, { "sign-in-with-x": proof });
    expect(response.status).toBe(200);
    expect((await service.buy(payment)).headers.get("idempotent-replayed")).toBe("true");
    expect(await payer.balance()).toBe(FUNDS - BigInt(quote.amounts.gross));
  });

  it("that its payer has sent is no other route's, and not asked for a proof that would not help", async () => {
    const quote = await service.quote();
    const { transaction } = await payer.sign(quote);
    await payer.broadcast(transaction);
    const payment = paymentHeader(quote.accepted, transaction);
    expect((await service.buy(payment)).status).toBe(409); // it waits for its wallet
    const proof = proofHeader(await solanaProof(payer.secretKey, ORIGIN + WIRE, forRequest(WIRE)));
    for (const headers of [{}, { "sign-in-with-x": proof }]) {
      const response = await service.buy(payment, headers, WIRE);
      expect(response.status).toBe(409);
      const body: unknown = await response.json();
      expect(body).toMatchObject({ error: expect.stringContaining("made for another route") });
      expect(body).not.toHaveProperty("extensions");
    }
    const own = proofHeader(await solanaProof(payer.secretKey, ORIGIN + TVL, forRequest(TVL)));
    expect((await service.buy(payment, { "sign-in-with-x": own })).status).toBe(200);
  });

  it("is told to its payer by GET /api/receipt, with what it was paid in", async () => {
    const quote = await service.quote();
    const { id, payment } = await pay(quote);
    await service.buy(payment);
    const response = await service.receipt({ "payment-signature": payment });
    expect(await response.json()).toMatchObject({
      ...{ state: "settled", transaction: id, amount: quote.amounts.gross, asset: world.mint },
    });
  });

  it("stands in the journal as what it is, in whole tokens", async () => {
    const { csvRow, readLine } = await import("@/lib/payments/journal/line");
    const quote = await service.quote();
    const { id, payment } = await pay(quote);
    expect((await service.buy(payment)).status).toBe(200);
    const day = String(Math.floor(Date.now() / 86_400_000));
    // The client interprets nothing here: entries come as Redis sends them.
    const entries = (await world.store.redis.xrange(`svc:ledger:journal:${day}`, "-", "+")) as unknown as [
      string,
      [string, string],
    ][];
    expect(entries.every(([, [, line]]) => line.length <= 200)).toBe(true);
    const rows = entries.map(([at, [, line]]) => csvRow(readLine(at, line)).split(","));
    const [, state, route, , asset, amount] = rows.find((row) => row.includes(id)) ?? [];
    expect([state, route, asset]).toEqual(["settled", "intel-tvl", "TCX"]);
    expect(Number(amount)).toBeCloseTo(Number(quote.amounts.gross) / 10 ** DECIMALS, DECIMALS);
  });

  it("is counted apart from USDC: the daily comparison holds for each asset", async () => {
    const { reconcile } = await import("@/lib/payments/recovery/reconcile/handler");
    await world.chain.mintUsdc(world.treasury.address, 0n);
    const context = { now: new Date(), signal: new AbortController().signal, headers: new Headers() };
    const compared = async () => (await reconcile({}, context)).answer.chains;
    await compared();
    const quote = await service.quote();
    await service.buy((await pay(quote)).payment);
    const { treasury: kept } = quote.amounts;
    const { usdc } = NETWORKS.testnet.solana;
    expect(await compared()).toMatchObject([
      { asset: usdc, received: "0", sold: "0", difference: "0" },
      { asset: world.mint, received: kept, sold: kept, difference: "0" },
    ]);
  });

  it("is in the public record, which is what anybody computes from the chain alone", async () => {
    const record = async (query: string) =>
      tokenBurnsDocumentation.output.parse(await (await service.burns(query)).json());
    const listed: Burned[] = [];
    for (let from: number | null = 0; from !== null;) {
      const page = await record(`?limit=2&from=${from}`);
      listed.push(...page.burns.map(({ at: _, ...burn }) => burn));
      from = page.next;
    }
    const onChain = await burnsOnChain(world);
    const byId = (a: Burned, b: Burned) => a.transaction.localeCompare(b.transaction);
    expect(listed.toSorted(byId)).toEqual(onChain.toSorted(byId));
    expect(listed.length).toBeGreaterThan(3);
    const sum = (of: keyof Burned) => String(onChain.reduce((total, burn) => total + BigInt(burn[of]), 0n));
    expect((await record("")).totals).toEqual({
      ...{ gross: sum("gross"), burned: sum("burned"), kept: sum("kept"), payments: onChain.length },
    });
    expect((await record("?day=2020-01-01")).burns).toEqual([]);
  });
});

interface Burned {
  transaction: string;
  gross: string;
  burned: string;
  kept: string;
}

const Parsed = z.object({
  meta: z.object({ err: z.null() }),
  transaction: z.object({
    message: z.object({
      instructions: z.array(
        z.object({
          parsed: z
            .union([
              z.string(),
              z.object({
                type: z.string(),
                info: z.object({ tokenAmount: z.object({ amount: z.string() }) }),
              }),
            ])
            .optional()
            .catch(undefined),
        }),
      ),
    }),
  }),
});

/** All that ever paid the treasury by burning, read from the chain with nothing of the service's. */
async function burnsOnChain({ chain, treasury, mint, program }: TokenWorld): Promise<Burned[]> {
  const rpc = createSolanaRpc(devnet(chain.rpcUrl));
  const [account] = await findAssociatedTokenPda({ owner: treasury.address, mint, tokenProgram: program });
  const found = await rpc.getSignaturesForAddress(account).send();
  const all = await Promise.all(
    found.map(async ({ signature }) => {
      const options = { encoding: "jsonParsed", maxSupportedTransactionVersion: 0 } as const;
      const read = Parsed.safeParse(await rpc.getTransaction(signature, options).send());
      const parsed =
        read.data?.transaction.message.instructions.map((instruction) => instruction.parsed) ?? [];
      const amountOf = (type: string): string | undefined =>
        parsed.flatMap((one) =>
          typeof one === "object" && one.type === type ? [one.info.tokenAmount.amount] : [],
        )[0];
      const [burned, kept] = [amountOf("burnChecked"), amountOf("transferChecked")];
      if (burned === undefined || kept === undefined) return [];
      return [{ transaction: signature, gross: String(BigInt(burned) + BigInt(kept)), burned, kept }];
    }),
  );
  return all.flat();
}

/** How a refusal comes about: what is signed, and what of the offer is echoed. */
interface Refusal {
  change?: TokenPaymentChange;
  accepted?: Record<string, unknown>;
  extra?: Record<string, unknown>;
  quote?: Record<string, string>;
  path?: string;
}

const NONCE = {
  programAddress: address("11111111111111111111111111111111"),
  accounts: [{ address: address("4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw"), role: AccountRole.WRITABLE }],
  data: new Uint8Array([4, 0, 0, 0]),
};

describe("a payment in the own token is refused, and costs nothing", () => {
  /** Nothing of the token has moved, and the caller is told why. */
  async function refusedFor(work: () => Promise<Response>, status: number, why: RegExp): Promise<void> {
    const state = async () =>
      Promise.all([payer.balance(), supplyOf(world), held(world, world.treasury.address)]);
    const before = await state();
    const response = await work();
    const body = (await response.json()) as { error: string; reason?: string };
    expect({ status: response.status, why: `${body.reason}: ${body.error}` }).toEqual({
      status,
      why: expect.stringMatching(why) as unknown,
    });
    expect(await state()).toEqual(before);
  }

  async function attempt({ change, accepted, extra, quote: wanted, path }: Refusal): Promise<Response> {
    const quote = await service.quote(wanted);
    const { transaction } = await payer.sign(quote, change);
    const own = quote.accepted.extra as Record<string, unknown>;
    const offer = { ...quote.accepted, ...accepted, extra: { ...own, ...extra } };
    return service.buy(paymentHeader(offer, transaction), {}, path);
  }

  it.each<[string, Refusal, RegExp]>([
    ["that burns too little", { change: { burn: 1n } }, /^wrong_amount: .*burns 1 /],
    ["that pays too little", { change: { kept: 1n } }, /^wrong_amount: .*pays 1 /],
    ["without its quote's memo", { change: { memos: [] } }, /^payment_rejected: .*memo/],
    ["with another memo", { change: { memos: ["something else"] } }, /^payment_rejected: .*memo/],
    ["of other decimals", { change: { decimals: 6 } }, /^unsupported_payment: .*decimals/],
    ["with a durable nonce", { change: { before: [NONCE] } }, /^unsupported_payment: .*nonce/i],
    ["with another route's quote", { quote: { route: WIRE } }, /^payment_rejected: .*another route/],
    ["that is sent to another route", { path: WIRE }, /^payment_rejected: .*another route/],
    [
      "whose burn share was changed",
      { extra: { burn: "1" }, change: { burn: 1n } },
      /^payment_rejected: .*changed/,
    ],
    ["whose merchant was changed", { extra: { merchantId: "partner" } }, /^payment_rejected: .*changed/],
    ["whose wallet was taken out", { extra: { wallet: "somebody" } }, /^payment_rejected: .*changed/],
    ["whose amount was changed", { accepted: { amount: "1000" } }, /^(malformed_payment|payment_rejected)/],
    ["whose recipient was changed", { accepted: { payTo: ORIGIN } }, /^wrong_recipient/],
    ["of another scheme", { accepted: { scheme: "upto" } }, /^malformed_payment/],
  ])("%s", async (_, refusal, why) => {
    await refusedFor(() => attempt(refusal), 402, why);
  });

  it("to another treasury", async () => {
    const { address: treasury } = await generateKeyPairSigner();
    await world.chain.mintToken(world.mint, treasury, 0n);
    await refusedFor(() => attempt({ change: { treasury } }), 402, /^wrong_recipient/);
  });

  it("of another mint", async () => {
    const { address: mint } = await generateKeyPairSigner();
    world.chain.createToken({ mint, program: world.program, decimals: DECIMALS });
    await world.chain.mintToken(mint, payer.signer.address, FUNDS);
    await world.chain.mintToken(mint, world.treasury.address, 0n);
    await refusedFor(() => attempt({ change: { mint } }), 402, /^unsupported_payment: .*moves/);
  });

  it("with one more instruction, which would do something", async () => {
    const extra = moveLamports(payer.signer.address, world.treasury.address, 1n);
    await refusedFor(() => attempt({ change: { after: [extra] } }), 402, /^unsupported_payment: .*no others/);
  });

  it("of a quote that is bound to another wallet", async () => {
    const { address: wallet } = await generateKeyPairSigner();
    await refusedFor(() => attempt({ quote: { wallet } }), 402, /^payment_rejected: .*alone/);
  });

  it("of a quote that is bound to another wallet, freed of it", async () => {
    const { address: wallet } = await generateKeyPairSigner();
    const freed = { quote: { wallet }, extra: { wallet: undefined } };
    await refusedFor(() => attempt(freed), 402, /^payment_rejected: .*changed/);
  });

  /** A quote that was made some time ago, by the service's own secret. */
  async function oldQuote(ageMs: number): Promise<Quote> {
    const quote = await service.quote();
    const { gross, burn } = quote.amounts;
    const token = { mint: world.mint, decimals: DECIMALS, treasury: world.treasury.address };
    const network = NETWORKS.testnet.solana.id;
    const amounts = { gross: BigInt(gross), burn: BigInt(burn) };
    const terms = { network, token, merchantId: "svc", route: TVL, amounts, wallet: null };
    const quoteId = newQuoteId(world.settings["TOKEN_QUOTE_SECRET"] ?? "", terms, Date.now() - ageMs);
    const extra = { ...(quote.accepted.extra as Record<string, unknown>), quoteId };
    return { ...quote, quoteId, accepted: { ...quote.accepted, extra } };
  }

  it("of a quote that has run out", async () => {
    const { payment } = await pay(await oldQuote(121_000));
    await refusedFor(() => service.buy(payment), 402, /^expired: The quote has run out/);
  });

  it("that its payer held back until the quote was long over, and sent then: it is spent, and buys nothing", async () => {
    const quote = await oldQuote(3_600_000);
    const { transaction } = await payer.sign(quote);
    await payer.broadcast(transaction);
    const proof = proofHeader(await solanaProof(payer.secretKey, ORIGIN + TVL, forRequest(TVL)));
    const payment = paymentHeader(quote.accepted, transaction);
    await refusedFor(
      () => service.buy(payment, { "sign-in-with-x": proof }),
      409,
      /landed when its quote was long over/,
    );
  });

  it("when the token's price has fallen since the quote by more than it may", async () => {
    const quote = await service.quote();
    const { payment } = await pay(quote);
    // An instance reads it anew after some seconds only.
    const market = await vi.waitFor(
      async () => {
        const known = await service.market.knownMarket();
        if (known.market === null) throw new Error("no market is known");
        return known.market;
      },
      { timeout: 15_000, interval: 500 },
    );
    const fallen = { ...market, spot: market.spot / 3n, average: market.average / 3n, at: Date.now() };
    await service.market.shareMarket(fallen);
    const other = await start(world, { TOKEN_PRICE_MAX_SPREAD_PCT: "5" });
    try {
      await refusedFor(() => other.buy(payment), 402, /^wrong_amount: .*price has moved/);
    } finally {
      await service.market.shareMarket(market);
      service = await start(world);
      await service.quote();
    }
  });

  it("signed by nobody, or with the signature of something else", async () => {
    const quote = await service.quote();
    const { transaction } = await payer.sign(quote);
    const wire = new Uint8Array(getBase64Encoder().encode(transaction));
    for (const change of [wire.fill(0, 1, 65), wire.fill(7, 1, 65)]) {
      const payment = paymentHeader(quote.accepted, getBase64Decoder().decode(change));
      await refusedFor(() => service.buy(payment), 402, /^invalid_signature/);
    }
  });

  it("whose fee another wallet pays", async () => {
    const quote = await service.quote();
    const rich = await newTokenPayer(world, FUNDS);
    const { transaction } = await rich.sign(quote, { owner: payer.signer.address, authority: payer.signer });
    const payment = paymentHeader(quote.accepted, transaction);
    await refusedFor(() => service.buy(payment), 402, /^unsupported_payment: .*fee payer/);
  });

  it("by a delegate of the account", async () => {
    const owner = await newTokenPayer(world, FUNDS);
    const source = address(await associatedAccount(owner.signer.address, world.mint, world.program));
    const approve = getApproveInstruction({
      ...{ source, delegate: payer.signer.address, owner: owner.signer, amount: FUNDS },
    });
    const approval = await owner.sign(await service.quote(), { burn: 0n, kept: 0n, after: [approve] });
    await owner.broadcast(approval.transaction);
    await refusedFor(
      () => attempt({ change: { owner: owner.signer.address } }),
      402,
      /^unsupported_payment: .*delegates/,
    );
    expect(await owner.balance()).toBe(FUNDS);
  });

  it("with look-up tables", async () => {
    const quote = await service.quote();
    const { transaction } = await payer.sign(quote);
    const [transactions, messages] = [getTransactionCodec(), getCompiledTransactionMessageCodec()];
    const read = transactions.decode(getBase64Encoder().encode(transaction));
    const message = messages.decode(read.messageBytes);
    const addressTableLookups = [
      { lookupTableAddress: world.mint, readonlyIndexes: [0], writableIndexes: [] },
    ];
    const messageBytes = messages.encode({ ...message, addressTableLookups } as typeof message);
    const signature = await signBytes(payer.signer.keyPair.privateKey, messageBytes);
    const changed = { messageBytes, signatures: { [payer.signer.address]: signature } };
    const wire = getBase64Decoder().decode(transactions.encode(changed as unknown as typeof read));
    const payment = paymentHeader(quote.accepted, wire);
    await refusedFor(() => service.buy(payment), 402, /^unsupported_payment: .*look-up tables/);
  });

  it("from a wallet that holds too little, or none", async () => {
    payer = await newTokenPayer(world, 1n);
    await refusedFor(() => attempt({}), 402, /^insufficient_funds/);
  });

  it("while the mint has an authority that may freeze accounts", async () => {
    const frozen = await startTokenWorld({ freezeAuthority: world.treasury.address });
    try {
      const other = await start({ ...frozen, settings: { ...frozen.settings } });
      await expect(other.quote()).rejects.toThrow(/freeze/);
    } finally {
      await frozen.close();
      service = await start(world);
    }
  });

  /** Fees of a tenth; nothing in the way of a transfer, but what somebody may do later. */
  const SOMEBODY = new Uint8Array(32).fill(9);
  const FEE = [0, 0, 0, 0, 0, 0, 0, 0, ...Array<number>(8).fill(255), 232, 3];
  const feeConfig = new Uint8Array([...SOMEBODY, ...SOMEBODY, ...Array<number>(8).fill(0), ...FEE, ...FEE]);

  it.each<[string, Partial<NewMint>, RegExp]>([
    ["has a transfer fee", { extensions: [[1, feeConfig]] }, /transfer fee/],
    ["has a permanent delegate", { extensions: [[12, SOMEBODY]] }, /permanent delegate/],
    [
      "has a transfer hook",
      { extensions: [[14, new Uint8Array([...SOMEBODY, ...Array<number>(32).fill(0)])]] },
      /transfer hook/,
    ],
    [
      "has an authority that may freeze accounts",
      { freezeAuthority: address("4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw") },
      /freeze/,
    ],
  ])(
    "in a mint that %s, by a quote from before that was found: it could be sent, and is not",
    async (_, made, why) => {
      const { address: mint } = await generateKeyPairSigner();
      const { chain, treasury } = world;
      const place = { chain, treasury, mint, program: TOKEN_2022_PROGRAM };
      chain.createToken({ mint, program: TOKEN_2022_PROGRAM, decimals: DECIMALS, ...made });
      await chain.mintToken(mint, treasury.address, 0n);
      const [own, before] = [await newTokenPayer(place, FUNDS), await service.quote()];
      const [gross, burn] = [before.amounts.gross, before.amounts.burn].map(BigInt);
      if (gross === undefined || burn === undefined) throw new Error("two amounts were expected");
      const terms = {
        network: NETWORKS.testnet.solana.id,
        token: { mint, decimals: DECIMALS, treasury: treasury.address },
        ...{ merchantId: "svc", route: TVL, amounts: { gross, burn }, wallet: null },
      };
      const quoteId = newQuoteId(world.settings["TOKEN_QUOTE_SECRET"] ?? "", terms, Date.now());
      const extra = { ...(before.accepted.extra as Record<string, unknown>), quoteId };
      const { transaction } = await own.sign({ ...before, quoteId });
      const other = await start(world, { TOKEN_MINT: mint, TOKEN_PROGRAM: "token-2022" });
      try {
        await refusedFor(
          () => other.buy(paymentHeader({ ...before.accepted, asset: mint, extra }, transaction)),
          402,
          new RegExp(`^payment_rejected: No payment in TCX is taken\\. .*${why.source}.*another offer`),
        );
        expect([await own.balance(), await supplyOf(place)]).toEqual([FUNDS, FUNDS]);
      } finally {
        service = await start(world);
      }
      // The chain itself would have taken it.
      await own.broadcast(transaction);
      expect(await supplyOf(place)).toBe(FUNDS - burn);
    },
    30_000,
  );

  it("while the launch is switched off, or of a token that no setting names", async () => {
    const { payment } = await pay(await service.quote());
    try {
      const off = await start(world, { TOKEN_LAUNCHED: "false" });
      await refusedFor(
        () => off.buy(payment),
        402,
        /^payment_rejected: No payment in TCX is taken at the moment/,
      );
      const unknown = await start(world, { TOKEN_LAUNCHED: "false", TOKEN_MINT: "" });
      await refusedFor(() => unknown.buy(payment), 402, /^(unsupported|malformed)_payment/);
    } finally {
      service = await start(world);
    }
  });
});

describe("a payment in a token of Token-2022", () => {
  it("burns and pays alike", async () => {
    const newer = await startTokenWorld({ program: TOKEN_2022_PROGRAM });
    try {
      const other = await start(newer);
      const quote = await other.quote();
      const buyer = await newTokenPayer(newer, FUNDS);
      const { transaction } = await buyer.sign(quote);
      expect((await other.buy(paymentHeader(quote.accepted, transaction))).status).toBe(200);
      expect(await held(newer, newer.treasury.address)).toBe(BigInt(quote.amounts.treasury));
      expect(await supplyOf(newer)).toBe(FUNDS - BigInt(quote.amounts.burn));
    } finally {
      await newer.close();
      service = await start(world);
    }
  });
});
