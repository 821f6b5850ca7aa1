import { generateKeyPairSigner, signature, type Signature } from "@solana/kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  base64,
  confirmed,
  memo,
  newPayer,
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

describe("the history of an account", () => {
  it("is listed newest first and in pages without gaps or doubles", async () => {
    const { address: owner } = await generateKeyPairSigner();
    const sent: string[] = [];
    for (let i = 0; i < 7; i++) sent.unshift(await shared.chain.airdrop(owner, 1_000_000n));
    const all = await shared.rpc.getSignaturesForAddress(owner, confirmed).send();
    expect(all.map((entry) => entry.signature)).toEqual(sent);

    const paged: string[] = [];
    let before: Signature | undefined;
    do {
      const options = { ...confirmed, limit: 3, ...(before && { before }) };
      const page: { signature: Signature }[] = [
        ...(await shared.rpc.getSignaturesForAddress(owner, options).send()),
      ];
      paged.push(...page.map((entry) => entry.signature));
      before = page.at(-1)?.signature;
    } while (before !== undefined);
    expect(paged).toEqual(sent);

    const until = signature(sent[4] ?? "");
    const newer = await shared.rpc.getSignaturesForAddress(owner, { ...confirmed, until }).send();
    expect(newer.map((entry) => entry.signature)).toEqual(sent.slice(0, 4));
  });

  it("lists memos, and the time of each", async () => {
    const payer = await newPayer(shared);
    const before = Math.floor(Date.now() / 1_000);
    await shared.rpc
      .sendTransaction(await signed(shared, payer, [memo("ünï"), memo("two")]), {
        ...base64,
        skipPreflight: true,
      })
      .send();
    const [newest] = await shared.rpc.getSignaturesForAddress(payer.address, confirmed).send();
    expect(newest?.memo).toBe("[5] ünï; [3] two");
    expect(Number(newest?.blockTime)).toBeGreaterThanOrEqual(before - 1); // its slot may have begun before
    expect(Number(newest?.blockTime)).toBeLessThanOrEqual(Date.now() / 1_000);
    const at = await shared.rpc.getBlockTime(newest?.slot ?? 0n).send();
    expect(Math.abs(Number(at) - Number(newest?.blockTime))).toBeLessThanOrEqual(1);
  });

  it("forgets the oldest beyond its size, and then says from when on it knows", async () => {
    const started = await start({ historySize: 3 });
    const { address: owner } = await generateKeyPairSigner();
    const sent: string[] = [];
    for (let i = 0; i < 5; i++) {
      sent.unshift(await started.chain.airdrop(owner, 1_000_000n));
      started.chain.advance(400);
    }
    const kept = await started.rpc.getSignaturesForAddress(owner, confirmed).send();
    expect(kept.map((entry) => entry.signature)).toEqual(sent.slice(0, 3));
    const oldest = await started.rpc
      .getTransaction(signature(sent[4] ?? ""), {
        ...confirmed,
        maxSupportedTransactionVersion: 0,
        encoding: "json",
      })
      .send();
    expect(oldest).toBeNull();
    const first = await started.rpc.getFirstAvailableBlock().send();
    expect(first).toBeLessThanOrEqual(kept.at(-1)?.slot ?? 0n);
    await expect(started.rpc.getBlockTime(first - 1n).send()).rejects.toThrow(/cleaned up/);
  });

  it("asks for the version that the client knows before it shows a version 0 transaction", async () => {
    const { address: owner } = await generateKeyPairSigner();
    const sent = await shared.chain.airdrop(owner, 1_000_000n);
    await expect(
      shared.rpc.getTransaction(signature(sent), { ...confirmed, encoding: "json" }).send(),
    ).rejects.toThrow(/maxSupportedTransactionVersion/);
  });
});
