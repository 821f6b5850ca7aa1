import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSolanaRpc, devnet, generateKeyPairSigner } from "@solana/kit";
import { afterEach, describe, expect, it } from "vitest";
import { isRecord } from "@/lib/is-record";
import { freePort } from "@/sandbox/ports";
import { callRpc } from "@/sandbox/host/json-rpc";
import { mintUsdc, usdcBalance } from "@/sandbox/chains/evm/usdc";

const root = new URL("../..", import.meta.url).pathname;
const EVM = "sandbox/chains/evm/main.ts";
const SOLANA = "sandbox/chains/solana/main.ts";
const FACILITATOR = "sandbox/facilitator/main.ts";
const OWNER = "0x00000000000000000000000000000000000000ab";

interface Program {
  process: ChildProcess;
  /** Everything it wrote so far. */
  out(): string;
  err(): string;
  /** What stood on the ready line. Rejects when the program ends before. */
  ready: Promise<Record<string, unknown>>;
  ended: Promise<number | null>;
}

const programs: Program[] = [];
afterEach(async () => {
  for (const { process } of programs) process.kill("SIGKILL");
  await Promise.all(programs.splice(0).map(({ ended }) => ended));
});

function start(command: string, args: readonly string[]): Program {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.on("data", (text: Buffer) => (out += text.toString()));
  child.stderr.on("data", (text: Buffer) => (err += text.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const ready = new Promise<Record<string, unknown>>((resolve, reject) => {
    child.stdout.on("data", () => {
      const line = /^ready (.*)\n/.exec(out)?.[1];
      const value: unknown = line === undefined ? undefined : JSON.parse(line);
      if (isRecord(value)) resolve(value);
    });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${out}${err}`)));
  });
  ready.catch(() => undefined); // tests of programs that do not start look at `ended` instead
  const program = { process: child, out: () => out, err: () => err, ready, ended };
  programs.push(program);
  return program;
}

const run = (file: string, ...flags: string[]): Program =>
  start(process.execPath, ["--import", "tsx", file, ...flags]);

const text = (value: unknown): string => {
  if (typeof value !== "string") throw new Error(`not text: ${String(value)}`);
  return value;
};

const answers = (url: string, method: string): Promise<boolean> =>
  callRpc(url, method, []).then(
    () => true,
    () => false,
  );

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // no such process
  }
};

/** Takes a port of this machine for the length of a task. */
async function withTakenPort<T>(task: (port: number) => Promise<T>): Promise<T> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  try {
    return await task(isRecord(bound) ? Number(bound["port"]) : 0);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

describe("the programs of the local world", () => {
  it("start in any order, say where they are, and find each other", async () => {
    const [evmPort, solanaPort] = [String(await freePort()), String(await freePort())];
    const addresses = { evm: `http://127.0.0.1:${evmPort}`, solana: `http://127.0.0.1:${solanaPort}` };
    const chains = ["--evm-rpc", addresses.evm, "--solana-rpc", addresses.solana];
    const facilitators = ["primary", "fallback"].map((name) => run(FACILITATOR, "--name", name, ...chains));
    const [evm, solana] = [run(EVM, "--port", evmPort), run(SOLANA, "--port", solanaPort)];
    const [onEvm, onSolana] = await Promise.all([evm.ready, solana.ready]);
    expect(onEvm).toMatchObject({ rpcUrl: addresses.evm, chainId: 84532 });
    expect(onSolana).toMatchObject({ rpcUrl: addresses.solana, usdcMint: expect.any(String) });
    const [primary, fallback] = await Promise.all(facilitators.map(({ ready }) => ready));
    expect(primary?.["feePayer"]).not.toBe(fallback?.["feePayer"]);
    expect(primary?.["evmAddress"]).not.toBe(fallback?.["evmAddress"]);

    const supported: unknown = await (await fetch(`${text(primary?.["url"])}/supported`)).json();
    expect(supported).toMatchObject({
      kinds: [
        { x402Version: 2, scheme: "exact", network: "eip155:84532" },
        { x402Version: 2, scheme: "exact", extra: { feePayer: primary?.["feePayer"] } },
      ],
    });
    const { address: owner } = await generateKeyPairSigner();
    const funded = await fetch(text(onSolana["faucetUrl"]), {
      method: "POST",
      body: JSON.stringify({ owner, amount: "5000000", lamports: 2_000_000 }),
    });
    expect(await funded.json()).toMatchObject({ owner, tokenAccount: expect.any(String) });
    const rpc = createSolanaRpc(devnet(text(onSolana["rpcUrl"])));
    expect((await rpc.getBalance(owner, { commitment: "confirmed" }).send()).value).toBe(2_000_000n);

    // After the ready line, nothing but structured lines.
    for (const program of [evm, solana, ...facilitators]) {
      const [first, ...others] = program.out().trim().split("\n");
      expect(first).toMatch(/^ready \{/);
      for (const line of others) expect(() => JSON.parse(line), line).not.toThrow();
    }
  });

  it.each([
    [EVM, "eth_chainId"],
    [SOLANA, "getHealth"],
  ])("%s ends with 0 on SIGTERM and on SIGINT, and nothing of it answers any more", async (file, method) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const program = run(file);
      const { rpcUrl } = await program.ready;
      expect(await answers(text(rpcUrl), method)).toBe(true);
      program.process.kill(signal);
      expect(await program.ended).toBe(0);
      expect(await answers(text(rpcUrl), method)).toBe(false);
    }
  });

  it("leaves no anvil behind, even when it is killed outright", async () => {
    const program = run(EVM);
    const { rpcUrl } = await program.ready;
    program.process.kill("SIGKILL");
    await program.ended;
    await expect.poll(() => answers(text(rpcUrl), "eth_chainId"), { timeout: 5_000 }).toBe(false);
  });

  it("ends when its anvil does, and says so", async () => {
    const program = run(EVM);
    const { rpcUrl } = await program.ready;
    const pid = await listenerOf(text(rpcUrl));
    process.kill(pid, "SIGKILL");
    expect(await program.ended).toBe(1);
    expect(program.err()).toContain("anvil ended");
  });

  it.each([EVM, SOLANA])("%s ends when its parent is gone", async (file) => {
    // A parent that starts the program, tells its process id and dies without ending it.
    const parent = `
      const child = require("node:child_process").spawn(
        process.execPath, ["--import", "tsx", ${JSON.stringify(file)}], { stdio: ["ignore", "pipe", "inherit"] });
      child.stdout.once("data", (line) => {
        process.stdout.write(line);
        process.stdout.write(JSON.stringify({ pid: child.pid }) + "\\n", () => process.kill(process.pid, "SIGKILL"));
      });`;
    const program = start(process.execPath, ["-e", parent]);
    const { rpcUrl } = await program.ready;
    await program.ended;
    const pid = Number(/"pid":(\d+)/.exec(program.out())?.[1]);
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isRunning(pid), { timeout: 8_000 }).toBe(false);
    const method = file === EVM ? "eth_chainId" : "getHealth";
    expect(await answers(text(rpcUrl), method)).toBe(false);
  });

  it.each([[EVM], [SOLANA]])("%s ends with 1 and a readable line when its port is taken", async (file) => {
    await withTakenPort(async (port) => {
      const program = run(file, "--port", String(port));
      expect(await program.ended).toBe(1);
      expect(program.err()).toMatch(new RegExp(`port ${port} is taken by another program`, "i"));
      expect(program.out()).not.toContain("ready");
    });
  });

  it("says which flag it did not understand", async () => {
    const cases = [
      [run(SOLANA, "--port", "many"), "--port must be a whole number"],
      [run(EVM, "--prot", "1"), "--prot"],
      [run(FACILITATOR, "--name", "primary"), "--evm-rpc is missing"],
    ] as const;
    for (const [program, words] of cases) {
      expect(await program.ended).toBe(1);
      expect(program.err()).toContain(words);
    }
  });

  it("keeps the EVM chain in its state file", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "evm-state-"));
    const flags = ["--state-file", path.join(folder, "state.json")];

    try {
      const first = run(EVM, ...flags);
      await mintUsdc({ rpcUrl: text((await first.ready)["rpcUrl"]) }, OWNER, 123n);
      first.process.kill("SIGTERM");
      expect(await first.ended).toBe(0);

      const second = run(EVM, ...flags);
      const chain = { rpcUrl: text((await second.ready)["rpcUrl"]) };
      expect(await usdcBalance(chain, OWNER)).toBe(123n);
      await mintUsdc(chain, OWNER, 1n);
      expect(await usdcBalance(chain, OWNER)).toBe(124n);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("mines at the configured pace", async () => {
    const program = run(EVM, "--block-time", "2");
    const { rpcUrl } = await program.ready;
    const chain = { rpcUrl: text(rpcUrl) };
    await mintUsdc(chain, OWNER, 1n); // now a block has just been mined
    const started = performance.now();
    await mintUsdc(chain, OWNER, 1n);
    expect(performance.now() - started).toBeGreaterThan(1_000);
  });
});

/** The process that listens on an address of this machine. */
async function listenerOf(url: string): Promise<number> {
  const { readFile, readdir, readlink } = await import("node:fs/promises");
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, "0");
  const sockets = (await readFile("/proc/net/tcp", "utf8"))
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  const inode = sockets.find((fields) => fields[1] === `0100007F:${port}` && fields[3] === "0A")?.[9];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []); // ended meanwhile
    for (const fd of files) {
      const link = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => ""); // closed meanwhile
      if (link === `socket:[${inode}]`) return Number(pid);
    }
  }
  throw new Error(`nobody listens on ${url}`);
}
