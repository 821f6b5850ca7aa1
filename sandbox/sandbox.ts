import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { newEvmWallet, newSolanaWallet } from "./accounts";
import { registerAgent } from "./chains/evm/identity";
import { fundEvm, fundSolana } from "./faucets";
import { FACILITATOR_NAMES, type SandboxOptions } from "./options";
import { holdPort, type HeldPort } from "./ports";
import { comeToToday, fundTokenWallets, newSandboxToken, tokenFlags, tokenSettings } from "./own-token";
import { readyLine, startComponent, type Component } from "./process";
import { buyOnBase, buyOnSolana, type Purchase } from "./purchase";
import {
  buyToolWithToken,
  buyWithToken,
  chatWithToken,
  callAsHolder,
  callToolAsHolder,
  type TokenPurchase,
} from "./token-purchase";
import { buildService, LOG_DIR, ROOT, startService, STATE_DIR, WORLD_FILE } from "./service";
import type { World } from "./world";

/** A running local world with the service in it. */
export interface Sandbox {
  world: World;
  /** One answer on each chain, bought with the official client. */
  buySamples(): Promise<Purchase[]>;
  /** With the own token: paid in it over HTTP and as a tool, then free for its holder by both ways. Empty without. */
  useToken(): Promise<TokenPurchase[]>;
  stop(): Promise<void>;
}

const PREFERRED_PORT = 3000;
const PAYER_USDC = 1_000_000_000n;
const NOTICE = "Sandbox: local chains, simulated market. Nothing here is real money or real data.";

const text = (component: Component, member: string): string => {
  const value = component.ready[member];
  if (typeof value !== "string") throw new Error(`${component.name} did not say its ${member}`);
  return value;
};

/** A private Ed25519 key as OpenSSL would write it: base64 of PKCS #8. */
const newSigningKey = (): string =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");

const flags = (name: string, values: readonly string[]): string[] =>
  values.flatMap((value) => [`--${name}`, value]);
const flag = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`--${name}`, value];

/** Raises the world and the service in it. Whatever was started is ended again when a part fails. */
export async function raiseSandbox(
  options: SandboxOptions,
  say: (line: string) => void = console.log,
): Promise<Sandbox> {
  const components: Component[] = [];
  let held: HeldPort | undefined;
  const stop = async (): Promise<void> => {
    for (const component of [...components].reverse()) await component.stop();
    components.length = 0;
    await held?.giveUp();
  };
  const onUnexpectedExit = (name: string, logFile: string): void =>
    say(`${name} ended unexpectedly; see ${path.relative(ROOT, logFile)}`);
  const own = async (name: string, script: string, args: readonly string[]): Promise<Component> => {
    const component = await startComponent({
      name,
      command: process.execPath,
      args: ["--import", "tsx", path.join("sandbox", script), ...args],
      cwd: ROOT,
      logDir: LOG_DIR,
      isReady: readyLine,
      onUnexpectedExit,
    });
    components.push(component);
    return component;
  };

  try {
    rmSync(STATE_DIR, { recursive: true, force: true });
    mkdirSync(STATE_DIR, { recursive: true });
    held = await holdPort(options.port, PREFERRED_PORT);
    const { port } = held;
    const origin = `http://127.0.0.1:${port}`;
    const redisToken = randomBytes(16).toString("hex");
    const [evmPayer, evmSeller] = [newEvmWallet(), newEvmWallet()];
    const [solanaPayer, solanaSeller] = [await newSolanaWallet(), await newSolanaWallet()];

    const known = await newSandboxToken();
    const token = options.token === true ? known : null;
    say("Starting two chains, Redis, the data providers and sites to scan…");
    const [evm, solana, redis, sites, upstream] = await Promise.all([
      own("chain-evm", "chains/evm/main.ts", []),
      own("chain-solana", "chains/solana/main.ts", tokenFlags(known, token !== null)),
      own("redis", "redis/main.ts", ["--token", redisToken]),
      own("sites", "sites/main.ts", []),
      own("upstream", "upstream/main.ts", [
        ...flag("replay", options.replay),
        ...flag("manifest", options.manifest),
        ...flag("record", options.record),
        ...(options.fill ? ["--fill"] : []),
        ...flags("fault", options.providerFaults),
      ]),
    ]);
    const [evmRpc, solanaRpc] = [text(evm, "rpcUrl"), text(solana, "rpcUrl")];

    say("Starting two facilitators and funding the wallets…");
    const facilitators = await Promise.all(
      FACILITATOR_NAMES.map((name) =>
        own(`facilitator-${name}`, "facilitator/main.ts", [
          ...flag("name", name),
          ...flag("evm-rpc", evmRpc),
          ...flag("solana-rpc", solanaRpc),
          ...flag(
            "fault",
            options.facilitatorFaults[name] && JSON.stringify(options.facilitatorFaults[name]),
          ),
        ]),
      ),
    );
    const [agentTokenId] = await Promise.all([
      registerAgent({ rpcUrl: evmRpc }, evmSeller, `${origin}/.well-known/agent-registration.json`),
      fundEvm(evmRpc, evmPayer.address, PAYER_USDC),
      fundSolana(solanaRpc, solanaPayer.address, PAYER_USDC),
      fundSolana(solanaRpc, solanaSeller.address, 0n), // the client never makes the seller's token account
      token && fundTokenWallets(solanaRpc, token, solanaPayer.address),
    ]);
    if (token !== null) await comeToToday(solanaRpc);

    const [primary, fallback] = facilitators;
    if (primary === undefined || fallback === undefined) throw new Error("two facilitators were expected");
    const serviceEnv = {
      NETWORK: "testnet",
      LOCAL_WORLD: "true",
      PUBLIC_ORIGIN: origin,
      SERVICE_NOTICE: NOTICE,
      CONTACT_EMAIL: "sandbox@example.com",
      EVM_PAY_TO: evmSeller.address,
      SOLANA_PAY_TO: solanaSeller.address,
      EVM_RPC_URL: evmRpc,
      SOLANA_RPC_URL: solanaRpc,
      FACILITATOR_PRIMARY_URL: text(primary, "url"),
      FACILITATOR_PRIMARY_FEE_PAYERS: text(primary, "feePayer"),
      FACILITATOR_FALLBACK_URL: text(fallback, "url"),
      FACILITATOR_FALLBACK_FEE_PAYERS: text(fallback, "feePayer"),
      CRON_SECRET: randomBytes(32).toString("hex"),
      OPERATOR_SECRET: randomBytes(32).toString("hex"),
      MPP_SECRET_KEY: randomBytes(32).toString("hex"),
      RECEIPT_SIGNING_KEY: newSigningKey(),
      LOUNGE_LOG_KEY: newSigningKey(),
      LOUNGE_MEMO_SECRET: randomBytes(32).toString("hex"),
      UPSTASH_REDIS_REST_URL: text(redis, "url"),
      UPSTASH_REDIS_REST_TOKEN: redisToken,
      STORE_PREFIX: "sandbox",
      TRUSTED_PROXY_HOPS: "1",
      UPSTREAM_ORIGIN: text(upstream, "url"),
      HELIUS_API_KEY: "simulated", // without one no Solana wallet is read
      SCAN_ORIGIN: text(sites, "url"),
      SCAN_DOH_FIRST_URL: text(sites, "first"),
      SCAN_DOH_SECOND_URL: text(sites, "second"),
      SCAN_SPACING_MS: "1000", // so that a site can be scanned again at once, though never twice at once
      SCAN_HOURLY_LIMIT: "1000",
      SCAN_REFUSED_HOURLY_LIMIT: "1000",
      SCAN_CALLER_REFUSED_LIMIT: "1000",
      SCAN_SIGNING_KEY: newSigningKey(),
      SCAN_ATTESTATION_SECRET: randomBytes(32).toString("hex"),
      AGENT_TOKEN_ID: String(agentTokenId), // the first of the chain, so that a build that is there fits
      AGENT_LINK_CONFIRMATIONS: "1", // the local chain makes a block only for a transaction
      VALIDATE_OUTPUT: String(options.checkAnswers),
      ...(token !== null && tokenSettings(token)),
    };
    if (!options.skipBuild) {
      say("Building the service…");
      await buildService(serviceEnv);
    }
    await held.release();
    components.push(await startService({ port, env: serviceEnv, host: options.host, onUnexpectedExit }));

    // Whoever asks for the token's state has its price read: until then no 402 offers it.
    if (token !== null) await (await fetch(`${origin}/api/token-pay`)).text();

    const world: World = {
      origin,
      host: options.host,
      evm: {
        rpcUrl: evmRpc,
        chainId: Number(evm.ready["chainId"]),
        usdc: text(evm, "usdc"),
        payerPrivateKey: evmPayer.privateKey,
        payTo: evmSeller.address,
      },
      solana: {
        rpcUrl: solanaRpc,
        network: `solana:${text(solana, "network").replace(/^solana:/, "")}`,
        usdcMint: text(solana, "usdcMint"),
        payerSecretKey: solanaPayer.secretKey,
        payTo: solanaSeller.address,
      },
      facilitators: facilitators.map((facilitator) => ({
        name: facilitator.name.replace(/^facilitator-/, ""),
        url: text(facilitator, "url"),
        feePayer: text(facilitator, "feePayer"),
      })),
      redis: { url: text(redis, "url"), token: redisToken, engine: text(redis, "engine") },
      upstreamOrigin: text(upstream, "url"),
      ...(token !== null && { token }),
      serviceEnv,
    };
    writeFileSync(WORLD_FILE, `${JSON.stringify(world, null, 2)}\n`, { mode: 0o600 });
    return {
      world,
      buySamples: async () => [
        await buyOnBase(world, "/api/svc-intel-tvl"),
        await buyOnSolana(world, "/api/svc-intel-macro"),
      ],
      useToken: async () => {
        if (token === null) return [];
        const [tvl, wire] = [
          { path: "/api/svc-intel-tvl", tool: "intel_tvl" },
          { path: "/api/svc-intel-wire", tool: "intel_wire" },
        ];
        return [
          await buyWithToken(world, token, tvl.path),
          await chatWithToken(world, token),
          await buyToolWithToken(world, token, wire),
          await callAsHolder(world, token, tvl.path),
          await callToolAsHolder(world, token, wire),
        ];
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
