import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getBase58Encoder } from "@solana/kit";
import { afterAll, describe, expect, it } from "vitest";
import { fundSolanaFees } from "@/sandbox/faucets";
import { ROOT } from "@/sandbox/service";
import { PUBLISH, submission } from "../support/lounge-world";
import { asHeader, newAddress, newPayer, payFor, type Payer, post } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const LAMPORTS = 1_000_000_000n;
const folder = mkdtempSync(path.join(tmpdir(), "mint-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm run mint`, as somebody without a page runs it with a wallet's file. */
function runMint(payer: Payer, signalId: string): Promise<{ code: number; said: string }> {
  const file = path.join(folder, `${payer.address}.json`);
  writeFileSync(file, JSON.stringify([...getBase58Encoder().encode(payer.secret)]));
  const env = { ...process.env, SOLANA_KEYPAIR: file, SOLANA_RPC_URL: sandbox.solana.rpcUrl };
  const args = ["--import", "tsx", "scripts/mint.ts", origin, signalId];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, out, wrong) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: out + wrong }),
    );
  });
}

const tokenOf = async (signalId: string): Promise<unknown> =>
  (
    await fetch(`${origin}/api/rwa-token?signalId=${signalId}`, {
      headers: { "x-forwarded-for": newAddress() },
    })
  ).json();

describe("npm run mint", () => {
  it("mints what its creator published, once, and nobody else can", async () => {
    const [creator, stranger] = await Promise.all([
      newPayer(sandbox, "solana"),
      newPayer(sandbox, "solana", 0n),
    ]);
    for (const { address } of [creator, stranger])
      await fundSolanaFees(sandbox.solana.rpcUrl, address, LAMPORTS);
    const payment = asHeader(await payFor(origin, PUBLISH, creator));
    const body = submission(creator.address, { creatorChain: "sol" });
    const bought = await post({ origin, path: PUBLISH, body, payment });
    const { id } = (await bought.json()) as { id: string }; // the route's own answer
    const wrong = await runMint(stranger, id);
    expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining("nothing was signed") });
    expect(await tokenOf(id)).toMatchObject({ minted: false, creatorProof: "payment" });

    const done = await runMint(creator, id);
    expect(done).toMatchObject({ code: 0, said: expect.stringContaining("The mint is recorded.") });
    const token = await tokenOf(id);
    expect(token).toMatchObject({
      minted: true,
      mint: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    });
    expect(token).toHaveProperty("mintTerms.address", (token as { mint: string }).mint);
    const again = await runMint(creator, id);
    expect(again).toMatchObject({ code: 0, said: expect.stringContaining("is minted already") });
  });
});
