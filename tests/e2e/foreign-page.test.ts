import { createServer, type Server } from "node:http";
import path from "node:path";
import { build } from "esbuild";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evmBalance } from "@/sandbox/balances";
import { newEvmWallet } from "@/sandbox/accounts";
import { fundEvm } from "@/sandbox/faucets";
import { freePort } from "@/sandbox/ports";
import { launchBrowser } from "../support/browser";
import type { Bought } from "../support/browser-buyer";
import { world } from "../support/world";

const sandbox = world();
const PRICE = 20_000n;

/** A page of its own origin that has the official clients, and the browser that shows it. */
let site: { server: Server; origin: string };
let browser: Browser;

async function buyerScript(): Promise<string> {
  const entry = path.resolve(import.meta.dirname, "..", "support", "browser-buyer.ts");
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    logLevel: "silent",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error("esbuild made nothing");
  return file.text;
}

beforeAll(async () => {
  const script = await buyerScript();
  const port = await freePort();
  const server = createServer((request, reply) => {
    const isScript = request.url === "/buyer.js";
    reply.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" });
    reply.end(isScript ? script : '<!doctype html><title>A shop</title><script src="/buyer.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  site = { server, origin: `http://127.0.0.1:${port}` };
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  site.server.close();
});

describe("a page of another origin", () => {
  it("buys an answer with the official client, and reads its receipt", async () => {
    const wallet = newEvmWallet();
    await fundEvm(sandbox.evm.rpcUrl, wallet.address, 1_000_000n);
    const page = await browser.newPage();
    await page.goto(site.origin);
    expect(new URL(sandbox.origin).origin).not.toBe(site.origin);
    const call = [`${sandbox.origin}/api/svc-intel-tvl`, `eip155:${sandbox.evm.chainId}`, wallet.privateKey];
    const bought = (await page.evaluate(`buy(...${JSON.stringify(call)})`)) as Bought; // of the script above
    expect(bought).toMatchObject({
      status: 200,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
      answer: { ok: true, kind: "intel-tvl" },
    });
    expect(await evmBalance(sandbox, wallet.address)).toBe(1_000_000n - PRICE);
    await page.close();
  });
});
