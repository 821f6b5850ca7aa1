import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  devnet,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getInitializeMintCloseAuthorityInstruction,
  getMintToInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token-2022";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkCertificate } from "@/components/lounge/verify/checks";
import { readAnswer } from "@/components/lounge/verify/read-certificate";
import { ChainRefused } from "@/components/lounge/mint/ask-chain";
import { keptSignatures } from "@/components/lounge/mint/kept-signatures";
import { type Mintable, mintSignal, type MintStep, type MintTools } from "@/components/lounge/mint/mint-flow";
import { mintableOf } from "@/components/lounge/mint/mintable";
import { haltOf } from "@/components/lounge/mint/words";
import { mintInstructions } from "@/lib/lounge/mint/instructions";
import { mintAddressOf, type MintTerms, mintTermsOf } from "@/lib/lounge/mint/terms";
import type { StoredSignal } from "@/lib/lounge/signal";
import { startSolanaChain, type SolanaChain } from "@/sandbox/chains/solana/chain";
import * as verifier from "@/lib/lounge/verifier/on-chain";
import { type LoungeWorld, ORIGIN } from "../support/lounge-world";
import {
  FEED,
  type MintWorld,
  type PublishedSignal,
  RECORD,
  RELAY,
  startMintWorld,
  TOKEN,
} from "../support/mint-world";
import { madeSignal } from "../support/seed-signals";
import { moveLamports } from "./sandbox-chains-support";

let mints: MintWorld;
let world: LoungeWorld;
let chain: SolanaChain;
let rpc: MintWorld["rpc"];
let creator: KeyPairSigner;
beforeAll(async () => {
  mints = await startMintWorld();
  ({ world, chain, rpc, creator } = mints);
});
afterAll(() => mints.close());
beforeEach(() => world.store.redis.flushdb());

const funded = () => mints.funded();
const publish = (change?: Partial<StoredSignal>) => mints.publish(change);
const planOf = (signal: PublishedSignal, by = creator) => mints.planOf(signal, by);
const signed = (instructions: readonly Instruction[], by = creator) => mints.signed(instructions, by);
const send = (instructions: readonly Instruction[], by = creator) => mints.send(instructions, by);
const record = (signalId: string, mint: string, signature: string) => mints.record(signalId, mint, signature);

/** Mints a signal with a change of its instructions, and asks for it to be recorded. */
async function mintWith(
  change: (instructions: readonly Instruction[], mint: string) => readonly Instruction[],
) {
  const signal = await publish();
  const { mint, instructions } = await mintInstructions(planOf(signal));
  const signature = await send(change(instructions, mint));
  return { signal, mint, reply: await record(signal.id, mint, signature) };
}
/** Instructions of a number of Token-2022's are replaced. */
const replace =
  (number: number, by: (mint: string) => readonly Instruction[], after = false) =>
  (instructions: readonly Instruction[], mint: string): readonly Instruction[] =>
    instructions.flatMap((one) => {
      if (one.data?.[0] !== number || one.programAddress !== TOKEN_2022_ADDRESS) return [one];
      return after ? [one, ...by(mint)] : by(mint);
    });
/** Does nothing to a mint but name it: a transfer of nothing to oneself would do more. */
const touch = (mint: string): Instruction[] => [
  {
    programAddress: address("ComputeBudget111111111111111111111111111111"),
    accounts: [{ address: address(mint), role: AccountRole.READONLY }],
    data: new Uint8Array([2, 64, 13, 3, 0]),
  },
];
/** The seed of a mint at another address than the derived one. */
const elsewhere = (signalId: string): string => `x${signalId}`;
const TOKEN_2022_ADDRESS = address("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");

describe("a certificate's mint", () => {
  it("by one signature is recorded, shown as minted, and the same again is 200", async () => {
    const { signal, mint, reply } = await mintWith((all) => all);
    expect(reply).toMatchObject({ status: 200, body: { ok: true, status: "minted", mint } });
    const { signals } = (await world.get(FEED)).body;
    expect(signals).toMatchObject([{ signalId: signal.id, minted: true, status: "minted", mint }]);
    expect((await world.get(`${TOKEN}?signalId=${signal.id}`)).body).toMatchObject({ minted: true, mint });
    expect(await record(signal.id, mint, "1".repeat(64))).toMatchObject({ status: 200, body: { ok: true } });
  });

  it.each([890_880n, 5_000_000n, 90_000_000n])(
    "is made where somebody sent %i lamports before",
    async (held) => {
      const signal = await publish();
      const at = await mintAddressOf(creator.address, signal.id);
      await chain.airdrop(address(at), held);
      const { mint, instructions } = await mintInstructions({ ...planOf(signal), held });
      const { wire, signature } = await signed(instructions);
      expect(Buffer.from(wire, "base64").length).toBeLessThan(1_100); // wallets add instructions of their own
      await rpc.sendTransaction(wire, { encoding: "base64", skipPreflight: true }).send();
      expect(await record(signal.id, mint, signature)).toMatchObject({ status: 200, body: { ok: true } });
    },
  );

  it("made by its creator at another address is recorded, until one at the derived address takes its place", async () => {
    const signal = await publish();
    const other = await mintInstructions({ ...planOf(signal), signalId: elsewhere(signal.id) });
    const making = await send(other.instructions);
    expect(await record(signal.id, other.mint, making)).toMatchObject({
      ...{ status: 200, body: { ok: true, status: "minted", mint: other.mint } },
    });
    expect(await record(signal.id, other.mint, making)).toMatchObject({ status: 200, body: { ok: true } });
    const third = await mintInstructions({ ...planOf(signal), signalId: `y${signal.id}` });
    expect(await record(signal.id, third.mint, await send(third.instructions))).toMatchObject({
      ...{ status: 422, body: { mint: other.mint, message: expect.stringMatching(/Another mint/) } },
    });
    const { mint, instructions } = await mintInstructions(planOf(signal));
    expect(await record(signal.id, mint, await send(instructions))).toMatchObject({
      ...{ status: 200, body: { ok: true, mint } },
    });
    expect(await record(signal.id, other.mint, making)).toMatchObject({ status: 422, body: { mint } });
    expect((await world.get(`${TOKEN}?signalId=${signal.id}`)).body).toMatchObject({ mint });
  });

  it("can't be made twice", async () => {
    const { signal } = await mintWith((all) => all);
    const { instructions } = await mintInstructions(planOf(signal));
    const { value } = await rpc
      .simulateTransaction((await signed(instructions)).wire, { encoding: "base64" })
      .send();
    expect(value.err).not.toBeNull();
  });
});

/** A signal's certificate as its page reads it. */
async function certificateOf(signalId: string) {
  const read = readAnswer((await world.get(`${TOKEN}?signalId=${signalId}`)).body);
  if (read === null) throw new Error("the certificate is not read");
  return read;
}

/** What stands at an address, as the verifier takes it. */
async function accountAt(at: string): Promise<verifier.Account | null> {
  const { value } = await rpc.getAccountInfo(address(at), { encoding: "base64" }).send();
  return value === null ? null : { owner: value.owner, data: value.data[0] };
}

/** The reader's own judgement of a mint, whatever the service recorded. */
const judged = async (signal: StoredSignal, mint: string, account: verifier.Account | null) => {
  const named = { mint, certificateHash: signal.certificateHash };
  const certificate = { signalId: signal.id, creator: signal.creator };
  return (await verifier.verifyMint({ ...named, certificate }, account)).filter(({ ok }) => !ok);
};

describe("the verifier", () => {
  it("derives the address that Solana derives, for any creator and signal", async () => {
    for (let at = 0; at < 40; at += 1) {
      const { address: wallet } = await generateKeyPairSigner();
      const { id } = madeSignal(at * 7_919);
      expect(await verifier.mintAddressOf(wallet, id)).toBe(await mintAddressOf(wallet, id));
    }
    const system = "1".repeat(32);
    expect(await verifier.mintAddressOf(system, "sig_")).toBe(await mintAddressOf(system, "sig_"));
    for (const none of [`0x${"1".repeat(40)}`, "", "O".repeat(32), "z".repeat(44)])
      expect(await verifier.mintAddressOf(none, "sig_")).toBeNull();
  });

  it("finds a mint good that was recorded, and another signal's, a look-alike's and none wanting", async () => {
    const { signal, mint } = await mintWith((all) => all);
    const account = await accountAt(mint);
    expect(await judged(signal, mint, account)).toEqual([]);
    expect(await judged(signal, mint, null)).toHaveLength(2);
    expect(await judged({ ...signal, certificateHash: "0".repeat(64) }, mint, account)).toHaveLength(1);
    const other = await mintWith((all) => all);
    expect(await judged(signal, other.mint, await accountAt(other.mint))).not.toEqual([]);
    const foreign = account === null ? null : { ...account, owner: "11111111111111111111111111111111" };
    expect(await judged(signal, mint, foreign)).toHaveLength(2);
  });

  it("is not misled by an account of any other bytes", async () => {
    const { signal, mint } = await mintWith((all) => all);
    const account = await accountAt(mint);
    const bytes = Buffer.from(account?.data ?? "", "base64");
    const data = (of: Uint8Array) => ({
      owner: String(account?.owner),
      data: Buffer.from(of).toString("base64"),
    });
    for (let length = 0; length < bytes.length; length += 1)
      expect(await judged(signal, mint, data(bytes.subarray(0, length)))).not.toEqual([]);
    // All but the padding between the mint and its kind, and what the name is, decides.
    for (const at of [0, 36, 44, 45, 46, 165, 166, 168, 170, 202, 234, 238])
      expect(
        await judged(signal, mint, data(bytes.map((one, index) => (index === at ? one ^ 1 : one)))),
      ).not.toEqual([]);
  });
});

describe("minting in the page", () => {
  const ask: MintTools["ask"] = async (method, params) => {
    const { body } = await world.post(RELAY, { jsonrpc: "2.0", id: 1, method, params });
    const error = body["error"];
    if (error === undefined) return body["result"];
    const { code, message } = error as { code: number; message: string }; // JSON-RPC's own
    throw new ChainRefused(message, code === -32_002);
  };
  const storageOf = (kept = new Map<string, string>()): MintTools["storage"] => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  const toolsOf = (change: Partial<MintTools> = {}): MintTools => ({
    ...{ ask, storage: storageOf(), pause: () => Promise.resolve() },
    record: async (mint) => {
      const { body } = await world.post(RECORD, mint);
      return body["ok"] === true ? null : String(body["message"]);
    },
    ...change,
  });
  async function mintable(): Promise<Mintable> {
    const found = mintableOf(await certificateOf((await publish()).id));
    if (found === null) throw new Error("nobody can mint it");
    return found;
  }
  /** A wallet that adds nothing. */
  const wallet = (by = creator) => ({
    address: by.address,
    modifyAndSignTransactions: async (
      all: readonly Parameters<typeof creator.signTransactions>[0][number][],
    ) => {
      const signatures = await by.signTransactions(all);
      return all.map((one, at) => ({ ...one, signatures: { ...one.signatures, ...signatures[at] } }));
    },
  });
  const halts = (work: Promise<void>) =>
    work.then(
      () => null,
      (error: unknown) => haltOf(error, 4_000_000n),
    );

  it("takes one signature, says each step, and ends recorded and verified by the reader", async () => {
    const [signal, tools] = [await mintable(), toolsOf()];
    const steps: MintStep[] = [];
    await mintSignal(tools, signal, wallet(), (step) => steps.push(step));
    expect(steps).toEqual(["signing", "sending", "waiting", "recording"]);
    expect(keptSignatures(tools.storage, signal.signalId)).toEqual([]);
    const answer = await certificateOf(signal.signalId);
    expect(answer).toMatchObject({ minted: true, mint: signal.at.address });
    const given = { answer, askedFor: null, keys: [], text: null };
    const found = async (readAccount: typeof accountAt) =>
      (await checkCertificate({ ...given, readAccount })).find(({ id }) => id === "mint");
    expect(await found(accountAt)).toMatchObject({ finding: "proved", claimed: signal.at.address });
    expect(await found(() => Promise.resolve(null))).toMatchObject({ finding: "refuted" });
    expect(await found(() => Promise.reject(new Error("no node")))).toMatchObject({ finding: "open" });
  });

  it("is recorded by the next try where the page was closed after it had sent", async () => {
    const [signal, storage] = [await mintable(), storageOf()];
    const closed = new Error("the page is gone");
    const cut = toolsOf({ storage, record: () => Promise.reject(closed) });
    await expect(mintSignal(cut, signal, wallet(), () => undefined)).rejects.toBe(closed);
    const steps: MintStep[] = [];
    await mintSignal(toolsOf({ storage }), signal, wallet(), (step) => steps.push(step));
    expect(steps).toEqual(["recording"]);
    expect(await certificateOf(signal.signalId)).toMatchObject({ minted: true });
  });

  it("asks for the transaction where another browser made the mint", async () => {
    const signal = await mintable();
    await mintSignal(toolsOf({ record: () => Promise.resolve(null) }), signal, wallet(), () => undefined);
    const halt = await halts(mintSignal(toolsOf(), signal, wallet(), () => undefined));
    expect(halt).toMatchObject({ title: "It is minted already", asksSignature: true });
  });

  it("tells refusals in words: a wallet that declines, one that holds too little, one that never becomes final", async () => {
    const signal = await mintable();
    const declines = {
      ...wallet(),
      modifyAndSignTransactions: () => Promise.reject(new Error("User rejected")),
    };
    expect(await halts(mintSignal(toolsOf(), signal, declines, () => undefined))).toMatchObject({
      title: "Declined in the wallet",
    });
    const open = toolsOf({
      ask: async (method, params) =>
        method === "sendTransaction"
          ? "sent"
          : method === "getSignatureStatuses"
            ? { value: [null] }
            : ask(method, params),
    });
    expect(await halts(mintSignal(open, signal, wallet(), () => undefined))).toMatchObject({
      title: "Not final yet",
    });
    const poor = await generateKeyPairSigner();
    const own = await publish({ creator: { wallet: poor.address, chain: "sol", proof: "payment" } });
    const read = mintableOf(await certificateOf(own.id));
    if (read === null) throw new Error("nobody can mint it");
    const halt = await halts(mintSignal(toolsOf(), read, wallet(poor), () => undefined));
    expect(halt?.title).toBe("Nothing was sent");
    expect(halt?.text).toContain("it needs 0.0040 SOL");
  });

  it("offers nobody a mint of what can't be minted", async () => {
    const evm = await publish({ creator: { wallet: `0x${"1".repeat(40)}`, chain: "evm", proof: "payment" } });
    const hidden = await publish();
    await world.store.redis.hset(`svc:lounge:signal:${hidden.id}`, { hidden: '{"reason":"spam","at":1}' });
    for (const { id } of [evm, hidden]) expect(mintableOf(await certificateOf(id))).toBeNull();
  });
});

describe("a mint that is refused, uncharged and unrecorded:", () => {
  const mintTo = (mint: string, all: readonly Instruction[]): Instruction => {
    const token = all.find(({ data }) => data?.[0] === 7)?.accounts?.[1]?.address;
    if (token === undefined) throw new Error("nothing is minted");
    return getMintToInstruction({ mint: address(mint), token, mintAuthority: creator, amount: 1 });
  };
  const init = (mint: string, freezeAuthority: KeyPairSigner["address"] | null, decimals = 0) =>
    getInitializeMint2Instruction({
      ...{ mint: address(mint), decimals, mintAuthority: creator.address, freezeAuthority },
    });
  const REFUSED: [string, RegExp, Parameters<typeof mintWith>[0], Partial<MintTerms>?][] = [
    [
      "a supply of 2",
      /supply is not 1/,
      (all, mint) => replace(7, () => [mintTo(mint, all)], true)(all, mint),
    ],
    ["an open mint authority", /More of it can be minted/, replace(6, () => [])],
    ["an open update authority", /metadata can be changed/, (all) => all.slice(0, -1)],
    ["a freeze authority", /can be frozen/, replace(20, (mint) => [init(mint, creator.address)])],
    ["decimals", /has decimals/, replace(20, (mint) => [init(mint, null, 6)])],
    ["another URI", /URI is not this signal's/, (all) => all, { uri: "https://evil.example/metadata" }],
    ["a creator's words for a name", /name, symbol and fields/, (all) => all, { name: "Buy me" }],
  ];

  const BOTH = REFUSED.flatMap(([name, why, change, odd = {}]) => [
    { name, seedOf: (id: string) => id, why, change, odd },
    { name: `${name}, at another address`, seedOf: elsewhere, why, change, odd },
  ]);
  it.each(BOTH)("$name", async ({ seedOf, why, change, odd }) => {
    const signal = await publish();
    const own = mintTermsOf(signal, ORIGIN);
    const plan = { ...planOf(signal), signalId: seedOf(signal.id), terms: { ...own, ...odd } };
    const { mint, instructions } = await mintInstructions(plan);
    const signature = await send(change(instructions, mint));
    expect(await record(signal.id, mint, signature)).toMatchObject({
      ...{
        status: 422,
        body: { ok: false, status: "published", mint: null, message: expect.stringMatching(why) },
      },
    });
    expect((await world.get(`${TOKEN}?signalId=${signal.id}`)).body).toMatchObject({
      minted: false,
      mint: null,
    });
    // Where the metadata is served and how it is called is the service's to ask for; all else the reader finds, too.
    const isOurs = Object.keys(odd).length > 0 && seedOf(signal.id) === signal.id;
    expect((await judged(signal, mint, await accountAt(mint))).length === 0).toBe(isOurs);
  });

  it.each([(id: string) => id, elsewhere])(
    "one with a close authority, which is a further extension",
    async (seedOf) => {
      const signal = await publish();
      const seed = seedOf(signal.id);
      const { mint, instructions } = await mintInstructions({ ...planOf(signal), signalId: seed });
      const [create, ...rest] = instructions;
      if (create?.data === undefined) throw new Error("the account is created first");
      const data = Uint8Array.from(create.data);
      const view = new DataView(data.buffer);
      const space = 4 + 32 + 8 + seed.length + 8;
      const close = 36;
      view.setBigUint64(space, view.getBigUint64(space, true) + BigInt(close), true);
      view.setBigUint64(space - 8, view.getBigUint64(space - 8, true) + 10_000_000n, true);
      const closing = getInitializeMintCloseAuthorityInstruction({ mint, closeAuthority: creator.address });
      const signature = await send([{ ...create, data }, closing, ...rest]);
      expect((await record(signal.id, mint, signature)).body["message"]).toMatch(/extensions beside/);
      expect(await judged(signal, mint, await accountAt(mint))).not.toEqual([]);
    },
  );

  it("another wallet's, at its own address, and a look-alike's, however it is sent to the creator", async () => {
    const [signal, other] = [await publish(), await funded()];
    const { mint, instructions } = await mintInstructions(planOf(signal, other));
    const making = await send(instructions, other);
    const expected = await mintAddressOf(creator.address, signal.id);
    expect(await record(signal.id, mint, making)).toMatchObject({
      ...{ status: 422, body: { expectedMint: expected, message: expect.stringMatching(/does not hold/) } },
    });
    expect((await record(signal.id, expected, making)).body["message"]).toMatch(/no finalized mint/);
    const [from, to] = await Promise.all(
      [other, creator].map(async ({ address: owner }) =>
        findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_2022_ADDRESS }),
      ),
    );
    if (from === undefined || to === undefined) throw new Error("there is no token account");
    const gift = [
      getCreateAssociatedTokenIdempotentInstruction({
        ...{ payer: other, ata: to[0], owner: creator.address, mint, tokenProgram: TOKEN_2022_ADDRESS },
      }),
      getTransferCheckedInstruction({
        ...{ source: from[0], mint, destination: to[0], authority: other, amount: 1, decimals: 0 },
      }),
    ];
    const sent = await send(gift, other);
    // Its creator holds it now, and has signed a transaction that names it; but not the one that made it.
    const touching = await send(touch(mint));
    const said = async (signature: string) => (await record(signal.id, mint, signature)).body["message"];
    expect(await said(making)).toMatch(/creator has not signed/);
    expect(await said(sent)).toMatch(/creator has not signed/);
    expect(await said(touching)).toMatch(/not the one that made/);
  });

  it("texts that are no address and no signature", async () => {
    const signal = await publish();
    const at = await mintAddressOf(creator.address, signal.id);
    expect(await record(signal.id, "z".repeat(44), "1".repeat(64))).toMatchObject({ status: 422 });
    expect(await record(signal.id, at, "z".repeat(88))).toMatchObject({ status: 422 });
  });

  it("another signal's", async () => {
    const [first, second] = [await mintWith((all) => all), await publish()];
    const reply = await record(second.id, first.mint, "1".repeat(64));
    expect(reply).toMatchObject({ status: 422, body: { ok: false } });
    const own = await mintWith((all) => all);
    await world.store.redis.hdel(`svc:lounge:signal:${own.signal.id}`, "mint");
    await world.store.redis.set(`svc:lounge:mint:${own.mint}`, first.signal.id);
    const signatures = await rpc.getSignaturesForAddress(address(own.mint)).send();
    const taken = await record(own.signal.id, own.mint, String(signatures[0]?.signature));
    expect(taken).toMatchObject({ status: 409, body: { code: "already_taken" } });
  });

  it("one with a transaction that failed, is unknown, or is not its creator's", async () => {
    const signal = await publish();
    const { mint, instructions } = await mintInstructions(planOf(signal));
    await send(instructions);
    const failed = await send((await mintInstructions({ ...planOf(signal), held: 1n })).instructions);
    const stranger = await funded();
    const foreign = await send(
      (await mintInstructions(planOf(await publish(), stranger))).instructions,
      stranger,
    );
    const unknown =
      "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";
    const said = async (signature: string) => (await record(signal.id, mint, signature)).body["message"];
    expect(await said(failed)).toMatch(/failed/);
    expect(await said(foreign)).toMatch(/creator has not signed/);
    expect(await said(unknown)).toMatch(/not finalized/);
  });

  it("an EVM creator's, a hidden signal's and an unknown one's", async () => {
    const evm = await publish({ creator: { wallet: `0x${"1".repeat(40)}`, chain: "evm", proof: "payment" } });
    const at = await mintAddressOf(creator.address, evm.id);
    expect(await record(evm.id, at, "1".repeat(64))).toMatchObject({
      status: 422,
      body: { expectedMint: null },
    });
    const hidden = await publish();
    await world.store.redis.hset(`svc:lounge:signal:${hidden.id}`, { hidden: '{"reason":"spam","at":1}' });
    for (const id of [hidden.id, `sig_${"f".repeat(24)}`])
      expect((await record(id, at, "1".repeat(64))).status).toBe(404);
  });

  it("one that is not finalized yet", async () => {
    const slow = await startSolanaChain({ port: 0, confirmMs: 0, finalizeMs: 30_000 });
    try {
      const [signal, late] = [await publish(), createSolanaRpc(devnet(slow.rpcUrl))];
      await slow.airdrop(creator.address, 10_000_000_000n);
      const { finalizedAccount } = await import("@/lib/chains/finalized-account");
      const { objectionToTransaction } = await import("@/lib/lounge/record-mint/chain");
      const { rpcClient } = await import("@/lib/chains/json-rpc");
      const { mint, instructions } = await mintInstructions(planOf(signal));
      const { value: lifetime } = await late.getLatestBlockhash({ commitment: "confirmed" }).send();
      const transaction = await signTransactionMessageWithSigners(
        pipe(
          createTransactionMessage({ version: 0 }),
          (message) => setTransactionMessageFeePayerSigner(creator, message),
          (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
          (message) => appendTransactionMessageInstructions(instructions, message),
        ),
      );
      const wire = getBase64EncodedWireTransaction(transaction);
      await late.sendTransaction(wire, { encoding: "base64", skipPreflight: true }).send();
      const seen = await late.getAccountInfo(mint, { encoding: "base64", commitment: "confirmed" }).send();
      expect(seen.value).not.toBeNull();
      const ask = rpcClient(slow.rpcUrl, AbortSignal.timeout(5_000));
      const asked: unknown[] = [];
      await finalizedAccount((method, params) => (asked.push(params[1]), ask(method, params)), mint);
      expect(asked).toEqual([{ encoding: "base64", commitment: "finalized" }]);
      const signature = getSignatureFromTransaction(transaction);
      expect(await objectionToTransaction(ask, signature, { creator: creator.address, mint })).toMatch(
        /not finalized/,
      );
    } finally {
      await slow.close();
    }
  });
});

describe("the relay", () => {
  const relay = (wire: string, config: object = { encoding: "base64" }) =>
    world.post(RELAY, { jsonrpc: "2.0", id: 1, method: "sendTransaction", params: [wire, config] });
  const read = (at: string) =>
    world.post(RELAY, {
      jsonrpc: "2.0",
      id: 1,
      method: "getAccountInfo",
      params: [at, { encoding: "base64" }],
    });

  it("sends a mint that a wallet has signed, and shows the address before and after", async () => {
    const signal = await publish();
    const { mint, instructions } = await mintInstructions({ ...planOf(signal), held: 1_000_000n });
    await chain.airdrop(mint, 1_000_000n);
    expect((await read(mint)).body).toMatchObject({ result: { value: { lamports: 1_000_000 } } });
    const { wire, signature } = await signed(instructions);
    expect((await relay(wire)).body).toMatchObject({ result: signature });
    expect(await record(signal.id, mint, signature)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await read(mint)).status).toBe(200);
    expect((await read(creator.address)).status).toBe(403);
  });

  it("sends no mint of what nobody published, and nothing that does more than minting", async () => {
    const signal = await publish();
    const { mint, instructions } = await mintInstructions(planOf(signal));
    const unknown = await mintInstructions({ ...planOf(signal), signalId: elsewhere(signal.id) });
    const gift = moveLamports(creator.address, (await generateKeyPairSigner()).address, 1_000_000n);
    for (const wires of [unknown.instructions, [gift], [...instructions, gift], [...touch(mint), gift]]) {
      const { status, body } = await relay((await signed(wires)).wire);
      expect({ status, body }).toMatchObject({ status: 403, body: { error: { code: -32_601 } } });
    }
    const guard = {
      programAddress: address("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95"),
      data: new Uint8Array([4]),
    };
    // The local chain has no Lighthouse: that the relay takes it shows by what refuses it then.
    const { body } = await relay((await signed([...touch(mint), ...instructions, guard])).wire);
    expect(body).toMatchObject({ error: { code: -32_002 } });
    const { wire, signature } = await signed([...touch(mint), ...instructions]);
    expect((await relay(wire)).body).toMatchObject({ result: signature });
  });

  it("refuses other programs, a missing signature, what would fail, and what is none", async () => {
    const strange = {
      programAddress: address("Stake11111111111111111111111111111111111111"),
      data: new Uint8Array(4),
    };
    const other = (await signed([strange])).wire;
    expect(await relay(other)).toMatchObject({ status: 403, body: { error: { code: -32_601 } } });
    const signal = await publish();
    const { instructions } = await mintInstructions(planOf(signal));
    const { wire } = await signed(instructions);
    const bytes = Buffer.from(wire, "base64");
    const broken = Buffer.from(bytes);
    broken[10] = (broken[10] ?? 0) ^ 1;
    expect(await relay(broken.toString("base64"))).toMatchObject({
      status: 400,
      body: { error: { code: -32_602 } },
    });
    const late = (
      await signed((await mintInstructions({ ...planOf(signal), held: 1n })).instructions.slice(1))
    ).wire;
    expect(await relay(late, { encoding: "base64", skipPreflight: true })).toMatchObject({
      ...{ status: 400, body: { error: { code: -32_002 } } },
    });
    for (const none of ["", "AAAA", Buffer.alloc(1_233).toString("base64"), "%%%"])
      expect((await relay(none)).status).toBe(400);
    expect((await relay(wire, { encoding: "base58" })).status).toBe(400);
  });
});
