import { generateKeyPairSigner, type Signature, signature as toSignature } from "@solana/kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { USDC_MINT } from "@/sandbox/chains/solana/network";
import { v1Transfer } from "../support/v1-transaction";
import { confirmed, newPayer, plain, start, stopAll, type Started } from "./sandbox-chains-support";

let shared: Started;
beforeAll(async () => {
  shared = await start();
});
afterAll(stopAll);

/** A V1 transfer of USDC that has landed, and whom it paid. */
async function landed({ version = 1, started = shared, memo = "hello" } = {}) {
  const { chain, rpc } = started;
  const payer = await newPayer(started);
  const { address: owner } = await generateKeyPairSigner();
  const { tokenAccount: source } = await chain.mintUsdc(payer.address, 1_000_000n);
  const { tokenAccount: destination } = await chain.mintUsdc(owner, 0n);
  const { blockhash } = (await rpc.getLatestBlockhash(confirmed).send()).value;
  const terms = { payer, blockhash, source, mint: USDC_MINT, destination, amount: 20_000n, memo, version };
  const { wire } = await v1Transfer(terms);
  const signature = toSignature(await chain.landV1(wire));
  return { wire, signature, source, destination, terms };
}

/** One call as it travels: kit's own client refuses versions that it does not know. */
async function ask(method: string, params: readonly unknown[], { chain } = shared) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  return (await fetch(chain.rpcUrl, { method: "POST", headers, body })).json() as Promise<{
    result?: Record<string, unknown>;
    error?: { code: number; message: string };
  }>;
}
const transactionUpTo = (signature: Signature, highest?: number, encoding = "base64", started = shared) => {
  const options = {
    ...{ ...confirmed, encoding },
    ...(highest !== undefined && { maxSupportedTransactionVersion: highest }),
  };
  return ask("getTransaction", [signature, options], started);
};

describe("a V1 transaction on the local chain", () => {
  it("moves what it says, and stands in the history as it was signed", async () => {
    const { wire, signature, source, destination } = await landed();
    const { result } = await transactionUpTo(signature, 1);
    expect(result).toMatchObject({ version: 1, transaction: [wire, "base64"], meta: { err: null } });
    const held = async (of: typeof source) =>
      (await shared.rpc.getTokenAccountBalance(of, confirmed).send()).value.amount;
    expect([await held(source), await held(destination)]).toEqual(["980000", "20000"]);
    const [newest] = await shared.rpc.getSignaturesForAddress(destination, confirmed).send();
    expect(newest).toMatchObject({ signature, memo: "[5] hello", err: null });
  });

  it("is refused in a node's own words to who can't read its version, alone and with its block", async () => {
    for (const version of [1, 2]) {
      const started = await start(); // a block refuses by the first that it holds
      const { signature } = await landed({ version, started });
      const upTo = (highest?: number, encoding?: string) =>
        transactionUpTo(signature, highest, encoding, started);
      const refusal = {
        code: -32_015,
        message: `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
      };
      for (const highest of [undefined, 0, version - 1]) expect((await upTo(highest)).error).toEqual(refusal);
      for (const highest of [version, 255])
        expect((await upTo(highest, "jsonParsed")).result).toMatchObject({ version });
      const slot = (await upTo(255)).result?.["slot"];
      const block = (details: string, highest?: number) =>
        ask(
          "getBlock",
          [slot, { ...confirmed, transactionDetails: details, maxSupportedTransactionVersion: highest }],
          started,
        );
      expect((await block("full", 0)).error).toEqual(refusal);
      expect((await block("full")).error?.code).toBe(-32_015); // for a gift of version 0 already
      expect((await block("full", 255)).result?.["transactions"]).toContainEqual(
        expect.objectContaining({ version }),
      );
      expect((await block("signatures", 0)).result?.["signatures"]).toContain(signature);
    }
  });

  it("lands once, with its own signatures, its own layout and a blockhash that lives", async () => {
    const { wire, terms } = await landed();
    await expect(shared.chain.landV1(wire)).rejects.toThrow("AlreadyProcessed");
    const bytes = Buffer.from((await v1Transfer({ ...terms, amount: 1n })).wire, "base64");
    for (const [at, why] of [
      [bytes.length - 1, /signature verification/],
      [4, /layout/],
      [0, /layout/],
    ] as const) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x81, at);
      await expect(shared.chain.landV1(changed.toString("base64"))).rejects.toThrow(why);
    }
    const old = await v1Transfer({ ...terms, blockhash: terms.mint });
    await expect(shared.chain.landV1(old.wire)).rejects.toThrow("BlockhashNotFound");
  });
});

describe("an account on the local chain", () => {
  it("is read as the chain has it at the commitment: processed, confirmed, finalized", async () => {
    let now = Date.now();
    const started = await start({ confirmMs: 800, finalizeMs: 12_800, now: () => now });
    const { address: owner } = await generateKeyPairSigner();
    const amounts = async () => {
      const of = async (commitment: "processed" | "confirmed" | "finalized") => {
        const [found] = (
          await started.rpc
            .getTokenAccountsByOwner(owner, { mint: USDC_MINT }, { commitment, encoding: "jsonParsed" })
            .send()
        ).value;
        return plain(found?.account.data.parsed.info.tokenAmount.amount);
      };
      return [await of("processed"), await of("confirmed"), await of("finalized")];
    };
    const lamports = async () =>
      Promise.all(
        (["processed", "confirmed", "finalized"] as const).map(async (commitment) =>
          Number((await started.rpc.getBalance(owner, { commitment }).send()).value),
        ),
      );
    await started.chain.mintUsdc(owner, 5n);
    await started.chain.airdrop(owner, 1_000_000n);
    expect([await amounts(), await lamports()]).toEqual([
      ["5", null, null],
      [1_000_000, 0, 0],
    ]);
    now += 800;
    await started.chain.mintUsdc(owner, 3n);
    expect([await amounts(), await lamports()]).toEqual([
      ["8", "5", null],
      [1_000_000, 1_000_000, 0],
    ]);
    now += 12_000;
    expect(await amounts()).toEqual(["8", "8", "5"]);
    now += 800;
    expect(await amounts()).toEqual(["8", "8", "8"]);
  });

  it("has a history that may lag behind the bank", async () => {
    let now = Date.now();
    const started = await start({ finalizeMs: 400, now: () => now });
    const { signature, destination } = await landed({ started });
    now += 400;
    const known = async () => [
      (await started.rpc.getTokenAccountBalance(destination).send()).value.amount,
      (await started.rpc.getSignaturesForAddress(destination).send()).map((one) => one.signature)[0] ?? null,
      (await ask("getTransaction", [signature, { maxSupportedTransactionVersion: 1 }], started)).result ===
        null,
    ];
    started.chain.setHistoryLag(30_000);
    expect(await known()).toEqual(["20000", null, true]);
    now += 29_600;
    expect(await known()).toEqual(["20000", signature, false]);
  });
});
