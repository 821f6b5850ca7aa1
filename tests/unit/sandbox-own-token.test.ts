import { address, createSolanaRpc, devnet } from "@solana/kit";
import path from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseEnv } from "@/lib/env";
import { associatedAccount } from "@/lib/chains/associated-account";
import { TOKEN_PROGRAM } from "@/lib/chains/solana-programs";
import { newSolanaWallet } from "@/sandbox/accounts";
import { readOptions } from "@/sandbox/options";
import { fundTokenWallets, newSandboxToken, tokenFlags, tokenSettings } from "@/sandbox/own-token";
import { readyLine, startComponent, type Component } from "@/sandbox/process";
import { ROOT } from "@/sandbox/service";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";

const token = await newSandboxToken();
let folder: string;
let chain: Component;
let upstream: Upstream;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "sandbox-token-"));
  upstream = await startUpstream({ port: 0 });
  chain = await startComponent({
    name: "chain-solana",
    command: process.execPath,
    args: ["--import", "tsx", "sandbox/chains/solana/main.ts", ...tokenFlags(token, true)],
    cwd: ROOT,
    logDir: folder,
    isReady: readyLine,
  });
});
afterAll(async () => {
  await Promise.all([chain.stop(), upstream.close()]);
  await new Promise((resolve) => setTimeout(resolve, 200)); // what waits for its end still reads its log
  rmSync(folder, { recursive: true, force: true });
});

it("the sandbox launches the token with --token, and not without", () => {
  expect(readOptions(["--token"]).token).toBe(true);
  expect(readOptions([]).token).toBe(false);
});

it("its chain has the mint, its treasury an account, and its payer tokens and SOL", async () => {
  const rpcUrl = String(chain.ready["rpcUrl"]);
  const payer = await newSolanaWallet();
  await fundTokenWallets(rpcUrl, token, payer.address);
  const rpc = createSolanaRpc(devnet(rpcUrl));
  const balance = async (owner: string) => {
    const account = address(await associatedAccount(owner, token.mint, TOKEN_PROGRAM));
    return (await rpc.getTokenAccountBalance(account).send()).value;
  };
  expect(await balance(token.treasury)).toMatchObject({ amount: "0", decimals: token.decimals });
  expect(BigInt((await balance(payer.address)).amount)).toBeGreaterThan(0n);
  expect((await rpc.getBalance(address(payer.address)).send()).value).toBeGreaterThan(0n);
});

it("its settings are a whole launched token's", () => {
  const settings = { ...tokenSettings(token), SOLANA_RPC_URL: String(chain.ready["rpcUrl"]) };
  expect(parseEnv(settings)).toMatchObject({ TOKEN_LAUNCHED: true, TOKEN_MINT: token.mint });
});

it("the providers that it simulates know the token's price now, and of the last hour", async () => {
  const read = async (where: string): Promise<string> => {
    const response = await fetch(`${upstream.url}/${where}`);
    expect(response.status).toBe(200);
    return response.text();
  };
  const pairs = JSON.parse(
    await read(`api.dexscreener.com/token-pairs/v1/solana/${token.mint}`),
  ) as unknown[];
  expect(pairs.length).toBeGreaterThan(0);
  const candles = `api.geckoterminal.com/api/v2/networks/solana/pools/${token.pool}/ohlcv/minute?limit=120`;
  expect((JSON.parse(await read(candles)) as { data: unknown }).data).toMatchObject({
    attributes: { ohlcv_list: expect.any(Array) as unknown },
  });
});
