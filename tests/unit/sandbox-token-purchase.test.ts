import { address } from "@solana/kit";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newSolanaWallet } from "@/sandbox/accounts";
import { USDC_MINT } from "@/sandbox/chains/solana/network";
import { listen, type Listening } from "@/sandbox/host/listen";
import {
  buyToolWithToken,
  buyWithToken,
  callAsHolder,
  callToolAsHolder,
  chatWithToken,
  describeTokenPurchase,
  tokenSucceeded,
} from "@/sandbox/token-purchase";
import { DAY_MS, ONE } from "../support/holders";
import { DECIMALS, startTokenWorld, type TokenWorld } from "../support/own-token";

type Route = { POST(request: Request): Promise<Response> };
const TVL = { path: "/api/svc-intel-tvl", tool: "intel_tvl" };
const WIRE = { path: "/api/svc-intel-wire", tool: "intel_wire" };

let world: TokenWorld;
let service: Listening;
const routes = new Map<string, Route>();
let place: Parameters<typeof buyWithToken>[0];
let token: Parameters<typeof buyWithToken>[1];
beforeAll(async () => {
  world = await startTokenWorld({}, DAY_MS);
  const { address: wallet, secretKey } = await newSolanaWallet();
  const owner = address(wallet);
  const { chain, mint, treasury, settings } = world;
  await chain.airdrop(owner, 1_000_000_000n);
  await chain.mintToken(mint, owner, 1_000_000n * ONE);
  chain.advance(DAY_MS);
  service = await listen(0, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = `${service.url}${request.url}`;
      const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      const asked = new Request(url, { method: "POST", headers, body: Buffer.concat(chunks) });
      void routes
        .get(request.url ?? "")
        ?.POST(asked)
        .then(async (came) => {
          response.writeHead(came.status, Object.fromEntries(came.headers)).end(await came.text());
        });
    });
  });
  place = {
    origin: service.url,
    solana: {
      ...{ rpcUrl: chain.rpcUrl, network: chain.network, usdcMint: USDC_MINT },
      ...{ payerSecretKey: secretKey, payTo: treasury.address },
    },
  };
  token = { mint, decimals: DECIMALS, treasury: treasury.address, pool: settings["TOKEN_POOL"] ?? "" };
  const all = {
    ...settings,
    PUBLIC_ORIGIN: service.url,
    SOLANA_PAY_TO: treasury.address,
    EVM_PAY_TO: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    CRON_SECRET: "a secret of the schedule, of forty characters",
  };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  vi.resetModules(); // the settings are read once a process
  routes.set("/api/token-pay-preview", await import("@/app/api/token-pay-preview/route"));
  routes.set(TVL.path, await import("@/app/api/svc-intel-tvl/route"));
  routes.set(WIRE.path, await import("@/app/api/svc-intel-wire/route"));
  routes.set("/api/svc", await import("@/app/api/svc/route"));
  routes.set("/api/mcp", await import("@/app/api/mcp/route"));
}, 60_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([world.close(), service.close()]);
});

it("the sandbox buys with the token over HTTP, in the chat and as a tool: the chain shows what was asked for", async () => {
  for (const buying of [
    () => buyWithToken(place, token, TVL.path),
    () => chatWithToken(place, token),
    () => buyToolWithToken(place, token, WIRE),
  ]) {
    const bought = await buying();
    expect(tokenSucceeded(bought), describeTokenPurchase(bought)).toBe(true);
    expect(bought.did.burned).toBeGreaterThan(0n);
    expect(bought.transaction).not.toBeNull();
  }
}, 30_000);

it("its payer has raw desks free over HTTP and as a tool, by what it held yesterday", async () => {
  for (const calling of [
    () => callAsHolder(place, token, TVL.path),
    () => callToolAsHolder(place, token, WIRE),
  ]) {
    const came = await calling();
    expect(tokenSucceeded(came), describeTokenPurchase(came)).toBe(true);
    expect(came.did).toEqual({ paid: 0n, burned: 0n, kept: 0n });
  }
}, 30_000);

it("says so where nothing was moved for a payment, or something for what is free", () => {
  const asked = { burned: 8n, kept: 2n };
  const did = { paid: 10n, burned: 8n, kept: 2n };
  const bought = { what: "it", status: 200, transaction: "t", asked, did };
  expect(tokenSucceeded(bought)).toBe(true);
  for (const wrong of [
    { status: 402 },
    { transaction: null },
    { did: { ...did, burned: 7n } },
    { did: { ...did, paid: 11n } },
    { asked: null },
  ])
    expect(tokenSucceeded({ ...bought, ...wrong })).toBe(false);
});
