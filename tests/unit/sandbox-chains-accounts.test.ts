import { address, generateKeyPairSigner, lamports } from "@solana/kit";
import { getTransferInstruction } from "@solana-program/token";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOKEN_PROGRAM } from "@/sandbox/chains/solana/network";
import { base64, confirmed, newPayer, signed, start, stopAll, type Started } from "./sandbox-chains-support";

let shared: Started;
beforeAll(async () => {
  shared = await start();
});
afterAll(stopAll);

describe("token accounts", () => {
  it("are listed by owner, by mint and by program, parsed", async () => {
    const { address: owner } = await generateKeyPairSigner();
    const { tokenAccount } = await shared.chain.mintUsdc(owner, 1_500_000n);
    const parsed = { ...confirmed, encoding: "jsonParsed" } as const;
    for (const filter of [{ mint: shared.chain.usdcMint }, { programId: TOKEN_PROGRAM }]) {
      const { value } = await shared.rpc.getTokenAccountsByOwner(owner, filter, parsed).send();
      expect(value).toHaveLength(1);
      expect(value[0]?.pubkey).toBe(tokenAccount);
      expect(value[0]?.account.data).toMatchObject({
        program: "spl-token",
        parsed: { type: "account", info: { owner, tokenAmount: { uiAmountString: "1.5" } } },
      });
    }
    const stranger = (await generateKeyPairSigner()).address;
    const none = await shared.rpc
      .getTokenAccountsByOwner(stranger, { programId: TOKEN_PROGRAM }, parsed)
      .send();
    expect(none.value).toEqual([]);
  });

  it("add up to the mint's supply, the largest first", async () => {
    const started = await start();
    const owners = await Promise.all(
      [5n, 9n, 7n].map(async (amount) => ({ amount, signer: await generateKeyPairSigner() })),
    );
    for (const { amount, signer } of owners) await started.chain.mintUsdc(signer.address, amount);
    const { value: supply } = await started.rpc.getTokenSupply(started.chain.usdcMint).send();
    expect(supply.amount).toBe("21");
    const { value: largest } = await started.rpc.getTokenLargestAccounts(started.chain.usdcMint).send();
    expect(largest.map(({ amount }) => amount)).toEqual(["9", "7", "5"]);
  });

  it("are moved by ordinary token instructions, which show by name", async () => {
    const payer = await newPayer(shared);
    const { address: other } = await generateKeyPairSigner();
    const { tokenAccount: source } = await shared.chain.mintUsdc(payer.address, 100n);
    const { tokenAccount: destination } = await shared.chain.mintUsdc(other, 0n);
    const move = getTransferInstruction({ source, destination, authority: payer, amount: 40n });
    const wire = await signed(shared, payer, [move]);
    const sent = await shared.rpc.sendTransaction(wire, { ...base64, skipPreflight: true }).send();
    expect((await shared.rpc.getTokenAccountBalance(destination).send()).value.amount).toBe("40");
    const found = await shared.rpc
      .getTransaction(sent, { ...confirmed, encoding: "jsonParsed", maxSupportedTransactionVersion: 0 })
      .send();
    expect(found?.transaction.message.instructions[0]).toMatchObject({
      program: "spl-token",
      parsed: { type: "transfer", info: { source, destination, authority: payer.address, amount: "40" } },
    });
  });
});

describe("the rest of the RPC", () => {
  it("answers what clients ask a node about itself", async () => {
    const { rpc } = shared;
    expect(await rpc.getHealth().send()).toBe("ok");
    expect(await rpc.getGenesisHash().send()).toMatch(/^EtWTRABZaYq6iMfeYKouRu166VU2xqa1/);
    expect((await rpc.getVersion().send())["solana-core"]).toMatch(/^\d/);
    const slot = await rpc.getSlot({ commitment: "processed" }).send();
    expect(await rpc.getBlockHeight({ commitment: "processed" }).send()).toBeLessThan(slot);
    expect((await rpc.getEpochInfo().send()).epoch).toBeGreaterThan(0n);
    expect(await rpc.getMinimumBalanceForRentExemption(165n).send()).toBe(2_039_280n);
    expect(await rpc.getRecentPrioritizationFees().send()).toHaveLength(1);
    const { value: recent } = await rpc.getLatestBlockhash().send();
    expect((await rpc.isBlockhashValid(recent.blockhash, confirmed).send()).value).toBe(true);
  });

  it("gives an airdrop as an ordinary transaction", async () => {
    const { address: to } = await generateKeyPairSigner();
    const sent = await shared.rpc.requestAirdrop(to, lamports(5_000_000n)).send();
    expect((await shared.rpc.getBalance(to).send()).value).toBe(5_000_000n);
    expect((await shared.rpc.getSignatureStatuses([sent]).send()).value[0]?.err).toBeNull();
  });

  it("knows no account where there is none", async () => {
    const { address: nobody } = await generateKeyPairSigner();
    expect((await shared.rpc.getAccountInfo(nobody, base64).send()).value).toBeNull();
    const { value } = await shared.rpc.getMultipleAccounts([nobody, shared.chain.usdcMint], base64).send();
    expect(value.map((account) => account?.owner ?? null)).toEqual([null, TOKEN_PROGRAM]);
    await expect(shared.rpc.getTokenAccountBalance(nobody).send()).rejects.toThrow(/could not find account/);
    await expect(shared.rpc.getTokenSupply(address(nobody)).send()).rejects.toThrow(/could not find mint/);
  });
});
