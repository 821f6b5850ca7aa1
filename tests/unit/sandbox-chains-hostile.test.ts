import { request as httpRequest } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRecord } from "@/lib/is-record";
import { runs } from "../support/properties";
import { moveLamports, newPayer, signed, start, stopAll, type Started } from "./sandbox-chains-support";

let shared: Started;
/** A transaction that would land. */
let good: Buffer;
beforeAll(async () => {
  shared = await start();
  const payer = await newPayer(shared);
  good = Buffer.from(await signed(shared, payer, [moveLamports(payer.address, payer.address, 1n)]), "base64");
});
afterAll(stopAll);

async function post(body: string, path = ""): Promise<{ status: number; answer: unknown }> {
  const response = await fetch(shared.chain.rpcUrl + path, { method: "POST", body });
  return { status: response.status, answer: await response.json() };
}

const call = async (method: string, params: unknown): Promise<Record<string, unknown>> => {
  const { answer } = await post(JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }));
  if (!isRecord(answer)) throw new Error("no answer");
  return answer;
};

const alive = async (): Promise<unknown> => (await call("getHealth", []))["result"];

describe("the Solana RPC, given anything", () => {
  it("survives transactions with any byte changed, cut or added", async () => {
    const change = fc.oneof(
      fc.record({ at: fc.nat({ max: 400 }), byte: fc.nat({ max: 255 }) }),
      fc.record({ keep: fc.nat({ max: 400 }) }),
      fc.record({ more: fc.uint8Array({ minLength: 1, maxLength: 1_100 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        let bytes = Buffer.from(good);
        for (const step of changes) {
          if ("keep" in step) bytes = bytes.subarray(0, step.keep);
          else if ("more" in step) bytes = Buffer.concat([bytes, step.more]);
          else if (step.at < bytes.length) bytes[step.at] = step.byte;
        }
        const options = { encoding: "base64", commitment: "confirmed" };
        for (const more of [{}, { replaceRecentBlockhash: true }, { sigVerify: true }]) {
          const params = [bytes.toString("base64"), { ...options, ...more }];
          const answer = await call("simulateTransaction", params);
          expect("result" in answer || "error" in answer).toBe(true);
        }
        await call("sendTransaction", [bytes.toString("base64"), { ...options, skipPreflight: true }]);
        await call("getFeeForMessage", [bytes.subarray(65).toString("base64")]);
      }),
      runs(1),
    );
    expect(await alive()).toBe("ok");
  });

  it("survives any parameters of any method, and says what it did not understand", async () => {
    const methods = [
      "getAccountInfo", "getBalance", "getBlockTime", "getMultipleAccounts", "getSignatureStatuses", "getTransaction",
      "getSignaturesForAddress", "getTokenAccountBalance", "getTokenAccountsByOwner", "getTokenLargestAccounts",
      "getTokenSupply", "getMinimumBalanceForRentExemption", "isBlockhashValid", "requestAirdrop", "sendTransaction",
      "simulateTransaction", "getFeeForMessage", "getSlot", "getBlock", "getBlocks", "getBlocksWithLimit", "constructor", "__proto__", "toString", "noSuchMethod",
    ]; // prettier-ignore
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...methods),
        fc.array(fc.jsonValue(), { maxLength: 3 }),
        async (method, params) => {
          const answer = await call(method, params);
          expect(answer["id"]).toBe(7);
          if (isRecord(answer["error"])) {
            expect(answer["error"]["code"]).toBeLessThan(0);
            expect(answer["error"]["code"], JSON.stringify([method, params, answer])).not.toBe(-32_603);
          } else expect(answer).toHaveProperty("result");
        },
      ),
      runs(6),
    );
  });

  it("answers bodies that are no requests without falling over", async () => {
    for (const body of ["", "{", "null", "7", '"x"', "[]", "[1,2]", "{}", '{"method":7}']) {
      const { status, answer } = await post(body);
      expect([200, 400]).toContain(status);
      expect(answer).toBeTruthy();
    }
    const batch = await post(JSON.stringify([{ id: 1, method: "getHealth" }, { id: 2, method: "nope" }, 3]));
    expect(batch.answer).toMatchObject([
      { id: 1, result: "ok" },
      { id: 2, error: { code: -32_601 } },
      { id: null, error: { code: -32_600 } },
    ]);
    expect((await post(JSON.stringify(Array(101).fill({})))).answer).toHaveProperty("error");
  });

  it("reads no more of a body than it takes", async () => {
    // A client that sends without end; it must be cut off, and hear why if it listens.
    const outcome = await new Promise<number | string>((resolve) => {
      const request = httpRequest(shared.chain.rpcUrl, { method: "POST" }, (response) => {
        resolve(response.statusCode ?? 0);
        response.resume();
        request.destroy();
      });
      request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
      const pump = (): void => {
        if (request.destroyed) return;
        request.write("x".repeat(50_000), () => setTimeout(pump, 1));
      };
      pump();
    });
    expect([413, "ECONNRESET", "EPIPE"]).toContain(outcome);
    expect(await alive()).toBe("ok");
  });

  it("funds nobody for a request that makes no sense", async () => {
    const bodies = [
      {},
      { owner: "x" },
      { owner: shared.chain.usdcMint, amount: -1 },
      { owner: shared.chain.usdcMint, amount: "1.5" },
      { owner: shared.chain.usdcMint, amount: String(2n ** 64n) },
      { owner: shared.chain.usdcMint, lamports: "many" },
    ];
    for (const body of bodies) {
      const { status, answer } = await post(JSON.stringify(body), "/faucet");
      expect(status, JSON.stringify(body)).toBe(400);
      expect(answer).toHaveProperty("error");
    }
    expect((await call("getTokenSupply", [shared.chain.usdcMint]))["result"]).toMatchObject({
      value: { amount: "0" },
    });
  });
});
