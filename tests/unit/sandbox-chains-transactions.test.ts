import { generateKeyPairSigner, type Base64EncodedWireTransaction } from "@solana/kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  base64,
  confirmed,
  memo,
  moveLamports,
  newPayer,
  plain,
  signed,
  start,
  stopAll,
  type Started,
} from "./sandbox-chains-support";

let shared: Started;
beforeAll(async () => {
  shared = await start();
});
afterAll(stopAll);

describe("sending a transaction", () => {
  it("moves lamports, charges the fee and shows its way to finality", async () => {
    const started = await start({ confirmMs: 800, finalizeMs: 12_800 });
    const { chain, rpc } = started;
    const payer = await newPayer(started);
    const { address: to } = await generateKeyPairSigner();
    chain.advance(1_000); // the airdrop is confirmed, and so is the blockhash to come
    const sent = await rpc
      .sendTransaction(await signed(started, payer, [moveLamports(payer.address, to, 2_000_000n)]), base64)
      .send();
    expect((await rpc.getBalance(to, { commitment: "processed" }).send()).value).toBe(2_000_000n);
    expect((await rpc.getBalance(payer.address, { commitment: "processed" }).send()).value).toBe(
      10_000_000_000n - 2_000_000n - 5_000n,
    );

    const statusOf = async () => (await rpc.getSignatureStatuses([sent]).send()).value[0];
    expect(await statusOf()).toMatchObject({ err: null, confirmationStatus: "processed" });
    const history = { ...confirmed, maxSupportedTransactionVersion: 0, encoding: "json" } as const;
    expect(await rpc.getTransaction(sent, history).send()).toBeNull();
    chain.advance(800);
    expect(await statusOf()).toMatchObject({ confirmationStatus: "confirmed" });
    expect(await rpc.getTransaction(sent, history).send()).not.toBeNull();
    const final = { ...history, commitment: "finalized" } as const;
    expect(await rpc.getTransaction(sent, final).send()).toBeNull();
    chain.advance(12_000);
    expect(await statusOf()).toMatchObject({ confirmationStatus: "finalized", confirmations: null });
    expect(await rpc.getTransaction(sent, final).send()).not.toBeNull();
  });

  it("puts a failed execution on the chain with its fee, and its error in every answer", async () => {
    const payer = await newPayer(shared);
    const { address: to } = await generateKeyPairSigner();
    const tooMuch = await signed(shared, payer, [moveLamports(payer.address, to, 99_000_000_000n)]);
    const sent = await shared.rpc.sendTransaction(tooMuch, { ...base64, skipPreflight: true }).send();
    const error = { InstructionError: [0, { Custom: 1 }] };
    const [status] = (await shared.rpc.getSignatureStatuses([sent]).send()).value;
    expect(plain(status?.err)).toEqual(error);
    const found = await shared.rpc
      .getTransaction(sent, { ...confirmed, maxSupportedTransactionVersion: 0, encoding: "json" })
      .send();
    expect(plain(found?.meta?.err)).toEqual(error);
    expect(found?.meta?.fee).toBe(5_000n);
    expect((await shared.rpc.getBalance(payer.address, confirmed).send()).value).toBe(
      10_000_000_000n - 5_000n,
    );
    const [newest] = await shared.rpc.getSignaturesForAddress(payer.address, confirmed).send();
    expect(newest?.signature).toBe(sent);
    expect(plain(newest?.err)).toEqual(error);
  });

  it("is refused by the preflight with the reason, and then leaves no trace", async () => {
    const payer = await newPayer(shared);
    const { address: to } = await generateKeyPairSigner();
    const tooMuch = await signed(shared, payer, [moveLamports(payer.address, to, 99_000_000_000n)]);
    await expect(
      shared.rpc.sendTransaction(tooMuch, { ...base64, preflightCommitment: "confirmed" }).send(),
    ).rejects.toThrow(/simulation failed/i);
    expect((await shared.rpc.getBalance(payer.address, confirmed).send()).value).toBe(10_000_000_000n);
  });

  it("lands once: again it is AlreadyProcessed when simulated, and nothing when sent", async () => {
    const payer = await newPayer(shared);
    const { address: to } = await generateKeyPairSigner();
    const wire = await signed(shared, payer, [moveLamports(payer.address, to, 3_000_000n)]);
    const options = { ...base64, skipPreflight: true } as const;
    const first = await shared.rpc.sendTransaction(wire, options).send();
    expect(await shared.rpc.sendTransaction(wire, options).send()).toBe(first);
    const { value } = await shared.rpc.simulateTransaction(wire, { ...base64, ...confirmed }).send();
    expect(value.err).toBe("AlreadyProcessed");
    expect((await shared.rpc.getBalance(to, { commitment: "processed" }).send()).value).toBe(3_000_000n);
    await expect(
      shared.rpc.sendTransaction(wire, { ...base64, preflightCommitment: "confirmed" }).send(),
    ).rejects.toThrow();
  });

  it("is BlockhashNotFound once its window has passed, and never lands", async () => {
    const started = await start({ blockhashSlots: 40, finalizeMs: 0 });
    const payer = await newPayer(started);
    const { address: to } = await generateKeyPairSigner();
    const wire = await signed(started, payer, [moveLamports(payer.address, to, 3_000_000n)]);
    const simulate = async () =>
      (await started.rpc.simulateTransaction(wire, { ...base64, ...confirmed }).send()).value.err;
    started.chain.advance(39 * 400);
    expect(await simulate()).toBeNull();
    started.chain.advance(2 * 400);
    expect(await simulate()).toBe("BlockhashNotFound");
    const sent = await started.rpc.sendTransaction(wire, { ...base64, skipPreflight: true }).send();
    expect((await started.rpc.getSignatureStatuses([sent]).send()).value).toEqual([null]);
    expect((await started.rpc.getBalance(to, { commitment: "processed" }).send()).value).toBe(0n);
  });

  it("with a wrong signature is refused by the preflight, and without one answered but never landed", async () => {
    const payer = await newPayer(shared);
    const { address: to } = await generateKeyPairSigner();
    const good = Buffer.from(
      await signed(shared, payer, [moveLamports(payer.address, to, 3_000_000n)]),
      "base64",
    );
    good.writeUInt8(good.readUInt8(10) ^ 1, 10);
    // A wire transaction like the one it was made of, but for a bit of its signature.
    const forged = good.toString("base64") as Base64EncodedWireTransaction;
    await expect(
      shared.rpc.sendTransaction(forged, { ...base64, preflightCommitment: "confirmed" }).send(),
    ).rejects.toThrow(/signature verification/i);
    const sent = await shared.rpc.sendTransaction(forged, { ...base64, skipPreflight: true }).send();
    expect((await shared.rpc.getSignatureStatuses([sent]).send()).value).toEqual([null]);
    expect((await shared.rpc.getBalance(to, { commitment: "processed" }).send()).value).toBe(0n);
  });
});

describe("simulating a transaction", () => {
  it("shows accounts as they would be, and changes none", async () => {
    const payer = await newPayer(shared);
    const { address: to } = await generateKeyPairSigner();
    const wire = await signed(shared, payer, [moveLamports(payer.address, to, 4_000_000n)]);
    const { value } = await shared.rpc
      .simulateTransaction(wire, {
        ...base64,
        ...confirmed,
        accounts: { addresses: [to], encoding: "base64" },
      })
      .send();
    expect(value.err).toBeNull();
    expect(value.accounts?.[0]?.lamports).toBe(4_000_000n);
    expect((await shared.rpc.getBalance(to, { commitment: "processed" }).send()).value).toBe(0n);
  });

  it("takes a new blockhash on request, and names it", async () => {
    const now = Date.now();
    const started = await start({ blockhashSlots: 40, finalizeMs: 0, now: () => now }); // no slot passes unasked
    const payer = await newPayer(started);
    const wire = await signed(started, payer, [memo("late")]);
    started.chain.advance(60_000);
    const options = { ...base64, ...confirmed, replaceRecentBlockhash: true } as const;
    const { value } = await started.rpc.simulateTransaction(wire, options).send();
    expect(value.err).toBeNull();
    const { value: latest } = await started.rpc.getLatestBlockhash().send();
    expect(value.replacementBlockhash.blockhash).toBe(latest.blockhash);
  });
});
