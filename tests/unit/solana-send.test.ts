import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { rpcClient } from "@/lib/chains/json-rpc";
import { sendSolana } from "@/lib/chains/solana-send";
import { simulateSolana } from "@/lib/chains/solana-simulation";
import { LOST, NodeError, scriptedNode, type Answers } from "../support/scripted-node";

const status = (
  confirmationStatus: string | null,
  err: unknown = null,
  confirmations: number | null = 1,
) => ({
  context: { slot: 7 },
  value: [{ slot: 7, confirmations, err, confirmationStatus }],
});
const UNSEEN = { context: { slot: 7 }, value: [null] };

/** Sends to a scripted node, counting what it was asked. */
async function send(answers: Answers, timeoutMs = 5_000) {
  const asked: Record<string, number> = {};
  const counted = Object.fromEntries(
    Object.entries(answers).map(([method, answer]) => [
      method,
      (params: readonly unknown[]) => {
        asked[method] = (asked[method] ?? 0) + 1;
        return answer(params);
      },
    ]),
  );
  return { settlement: await sendSolana(await scriptedNode(counted), "AQ==", "id", timeoutMs), asked };
}

describe("a transaction that is sent", () => {
  it("is settled once the chain confirms it", async () => {
    const seen = [UNSEEN, status("processed"), status("confirmed")];
    const { settlement, asked } = await send({
      sendTransaction: () => "id",
      getSignatureStatuses: () => seen.shift(),
    });
    expect(settlement).toEqual({ kind: "settled", transaction: "id" });
    expect(asked).toEqual({ sendTransaction: 1, getSignatureStatuses: 3 });
    const rooted = { sendTransaction: () => "id", getSignatureStatuses: () => status(null, null, null) };
    expect((await send(rooted)).settlement.kind).toBe("settled");
  });

  it("is settled although the reply to it was lost, or the node said no: only the chain knows", async () => {
    for (const lost of [LOST, new NodeError(-32_002), new NodeError(-32_005)]) {
      const answers = { sendTransaction: () => lost, getSignatureStatuses: () => status("finalized") };
      expect((await send(answers)).settlement).toEqual({ kind: "settled", transaction: "id" });
    }
  });

  it("is sent again while it is not seen, and what the node says to that decides nothing", async () => {
    let sent = 0;
    const { settlement } = await send(
      {
        sendTransaction: () => ((sent += 1) === 1 ? "id" : new NodeError(-32_002)),
        getSignatureStatuses: () => (sent < 2 ? UNSEEN : status("confirmed")),
      },
      8_000,
    );
    expect(settlement.kind).toBe("settled");
    expect(sent).toBe(2);
  });

  it("is left to the chain when it failed there, is not confirmed in time, or the node falls silent", async () => {
    const sent = { sendTransaction: () => "id" };
    const failed = { ...sent, getSignatureStatuses: () => status("confirmed", { InstructionError: [2, 1] }) };
    expect((await send(failed)).settlement.kind).toBe("unknown");
    const unclear = [UNSEEN, status("processed"), LOST, new NodeError(-32_005), "nonsense"];
    const all = unclear.map((answer) => send({ ...sent, getSignatureStatuses: () => answer }, 900));
    for (const { settlement } of await Promise.all(all))
      expect(settlement).toEqual({ kind: "unknown", detail: "not confirmed in time" });
  });

  it("was not sent only when no connection was made at all", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    server.close();
    await once(server, "close");
    const refused = await sendSolana(`http://127.0.0.1:${port}`, "AQ==", "id", 2_000);
    expect(refused.kind).toBe("not-sent");

    const mute = createServer((socket) => socket.on("data", () => socket.destroy())).listen(0, "127.0.0.1");
    await once(mute, "listening");
    const open = mute.address();
    const url = `http://127.0.0.1:${typeof open === "object" && open !== null ? open.port : 0}`;
    expect((await sendSolana(url, "AQ==", "id", 900)).kind).toBe("unknown");
    mute.close();
  });
});

describe("a node's opinion of a transaction", () => {
  const opinion = async (answer: unknown) =>
    simulateSolana(rpcClient(await scriptedNode({ simulateTransaction: () => answer })), "AQ==", {
      asset: "USDC",
    });
  const err = (error: unknown) => ({ context: { slot: 7 }, value: { err: error, logs: [] } });

  it.each<[unknown, unknown]>([
    [null, { kind: "passes" }],
    ["AlreadyProcessed", { kind: "already-used" }],
    ["BlockhashNotFound", { kind: "fails", reason: "expired" }],
    ["AccountNotFound", { kind: "fails", reason: "insufficient_funds" }],
    ["InsufficientFundsForFee", { kind: "fails", reason: "insufficient_funds" }],
    [{ InsufficientFundsForRent: { account_index: 0 } }, { kind: "fails", reason: "insufficient_funds" }],
    [{ InstructionError: [2, { Custom: 1 }] }, { kind: "fails", reason: "insufficient_funds" }],
    [{ InstructionError: [2, "InvalidAccountData"] }, { kind: "fails", reason: "insufficient_funds" }],
    [{ InstructionError: [2, { Custom: 17 }] }, { kind: "fails", reason: "payment_rejected" }],
    [{ InstructionError: [2, { Custom: 4 }] }, { kind: "fails", reason: "payment_rejected" }],
  ])("%j means what it means", async (error, meaning) => {
    expect(await opinion(err(error))).toMatchObject(meaning as object);
  });

  it("that the transaction can't be read or is not signed is a refusal; that it is busy is none", async () => {
    for (const code of [-32_602, -32_003])
      expect(await opinion(new NodeError(code))).toMatchObject({ kind: "fails", reason: "payment_rejected" });
    await expect(opinion(new NodeError(-32_005))).rejects.toThrow();
    await expect(opinion("nonsense")).rejects.toThrow();
  });
});
