import { generateKeyPairSigner, signature } from "@solana/kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confirmed, start, stopAll, type Started } from "./sandbox-chains-support";

const finalized = { commitment: "finalized" } as const;
const signaturesOnly = {
  commitment: "finalized",
  transactionDetails: "signatures",
  rewards: false,
  maxSupportedTransactionVersion: 0,
} as const;
const everywhere = { searchTransactionHistory: true } as const;

let shared: Started;
beforeAll(async () => {
  shared = await start();
});
afterAll(stopAll);

/** Signatures of a block, as kit does not type them for slots of tests. */
async function signaturesIn({ rpc }: Started, slot: bigint): Promise<readonly string[]> {
  const block = await rpc.getBlock(slot, signaturesOnly).send();
  return block?.signatures ?? [];
}

describe("blocks", () => {
  it("hold what landed in their slot and a vote, and stand at their time", async () => {
    const { address } = await generateKeyPairSigner();
    const sent = await shared.chain.airdrop(address, 1_000_000n);
    shared.chain.advance(13_000);
    const [listed] = await shared.rpc.getSignaturesForAddress(address, finalized).send();
    const slot = listed?.slot ?? 0n;
    const block = await shared.rpc.getBlock(slot, signaturesOnly).send();
    expect(block?.signatures).toContain(sent);
    expect(block?.signatures.length).toBeGreaterThan(1);
    expect(block?.blockTime).toBe(await shared.rpc.getBlockTime(slot).send());
    expect(block?.parentSlot).toBeLessThan(slot);
  });

  it("are missing where a leader was away, which lists pass over and other questions refuse", async () => {
    shared.chain.advance(100_000); // what lands in such a slot makes it one with a block
    const tip = await shared.rpc.getSlot(finalized).send();
    const slots = await shared.rpc.getBlocks(tip - 200n, tip, finalized).send();
    expect(slots).toEqual([...slots].sort((a, b) => (a < b ? -1 : 1)));
    const away = Array.from({ length: 200 }, (_, index) => tip - 200n + BigInt(index)).filter(
      (slot) => !slots.includes(slot),
    );
    expect(away.length).toBe(8); // two leaders of four slots
    for (const slot of away) {
      await expect(shared.rpc.getBlock(slot, signaturesOnly).send()).rejects.toThrow(/was skipped/);
      await expect(shared.rpc.getBlockTime(slot).send()).rejects.toThrow(/was skipped/);
    }
    const first = away[0] ?? 0n;
    const [next] = await shared.rpc.getBlocksWithLimit(first, 1, finalized).send();
    expect(next).toBe(first + 4n);
    expect(await shared.rpc.getSlot(finalized).send()).toSatisfy((slot: bigint) => !away.includes(slot));
  });

  it("are not there before they are final, nor in lists", async () => {
    const tip = await shared.rpc.getSlot(confirmed).send();
    await expect(shared.rpc.getBlock(tip, signaturesOnly).send()).rejects.toThrow(/not available/i);
    expect(await shared.rpc.getBlocksWithLimit(tip, 5, finalized).send()).toEqual([]);
    const far = { ...finalized, minContextSlot: tip + 1_000n };
    await expect(
      shared.rpc.getSignaturesForAddress((await generateKeyPairSigner()).address, far).send(),
    ).rejects.toThrow(/[Mm]inimum context slot/);
  });
});

describe("a search through an account's history", () => {
  it("begins before any transaction of the chain, also a vote, and where that is unknown finds nothing", async () => {
    const { address } = await generateKeyPairSigner();
    const early = await shared.chain.airdrop(address, 1_000_000n);
    shared.chain.advance(2_000);
    const between = await shared.rpc.getSlot(confirmed).send();
    shared.chain.advance(2_000);
    const late = await shared.chain.airdrop(address, 1_000_000n);
    shared.chain.advance(13_000);
    const vote = (await signaturesIn(shared, between)).at(-1) ?? "";
    const { value } = await shared.rpc.getSignatureStatuses([signature(vote)], everywhere).send();
    expect(value[0]?.confirmationStatus).toBe("finalized");
    const list = async (before: string) =>
      (
        await shared.rpc.getSignaturesForAddress(address, { ...finalized, before: signature(before) }).send()
      ).map((entry) => entry.signature);
    expect(await list(vote)).toEqual([early]);
    expect(await list(late)).toEqual([early]);
    expect(await list("2".repeat(88))).toEqual([]);
    const nobody = await shared.rpc.getSignatureStatuses([signature("2".repeat(88))], everywhere).send();
    expect(nobody.value).toEqual([null]);
  });

  it("finds nothing before a transaction that the node has pruned", async () => {
    const started = await start({ historySize: 2 });
    const { address } = await generateKeyPairSigner();
    const sent: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      sent.push(await started.chain.airdrop(address, 1_000_000n));
      started.chain.advance(2_000);
    }
    const options = { ...confirmed, before: signature(sent[1] ?? "") };
    expect(await started.rpc.getSignaturesForAddress(address, options).send()).toEqual([]);
    const [status] = (await started.rpc.getSignatureStatuses([options.before], everywhere).send()).value;
    expect(status).toBeNull();
    const first = await started.rpc.getFirstAvailableBlock().send();
    started.chain.advance(13_000);
    await expect(started.rpc.getBlock(first - 2n, signaturesOnly).send()).rejects.toThrow(/cleaned up/);
  });
});
