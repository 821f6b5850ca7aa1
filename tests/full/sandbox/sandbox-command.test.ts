import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "@/sandbox/service";
import type { World } from "@/sandbox/world";

/** A second sandbox beside the one that the suite runs in, of the same build. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sandbox-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sandbox(...args: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", "sandbox/main.ts", "--skip-build", ...args], {
    cwd: ROOT,
    env: { ...process.env, SANDBOX_DIR: folder },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, exited, output: () => output };
}

async function until(done: () => boolean, what: string, timeoutMs = 60_000): Promise<void> {
  for (
    const deadline = Date.now() + timeoutMs;
    !done();
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs / 1000} s: ${what}`);
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

const worldFile = (): string => path.join(folder, "world.json");
const worldOf = (): World => JSON.parse(readFileSync(worldFile(), "utf8")) as World; // written by the sandbox from that type

/** Where each piece of a sandbox answers. */
const placesOf = (world: World): string[] => [
  world.origin,
  world.evm.rpcUrl,
  world.solana.rpcUrl,
  world.redis.url,
  world.upstreamOrigin,
  ...world.facilitators.map(({ url }) => url),
];

describe("npm run sandbox", () => {
  it("--once buys on both chains, prints price, transaction and balances, and ends with 0", async () => {
    const { exited, output } = sandbox("--once");
    expect(await exited).toBe(0);
    expect(output().match(/^Bought: POST/gm)).toHaveLength(2);
    expect(output().match(/price\s+\$0\.02 USDC/g)).toHaveLength(2);
    expect(output().match(/payer\s+\$1000\.00 → \$999\.98/g)).toHaveLength(2);
  });

  it("--once ends with 1 when a purchase fails, and says which", async () => {
    const { exited, output } = sandbox("--once", "--fault", "api.llama.fi:down");
    expect(await exited).toBe(1);
    expect(output()).toMatch(/NOT bought: POST \/api\/svc-intel-tvl\n.*\n.*503.*at try 3/);
    expect(output()).toContain("Bought: POST /api/svc-intel-macro");
    expect(output()).toContain("data_unavailable");
  });

  it("still serves when a facilitator settles and stays silent", async () => {
    const { exited, output } = sandbox("--once", "--fault", "facilitator-primary:silent-after-settle=10");
    expect(await exited).toBe(0);
    expect(output().match(/price\s+\$0\.02 USDC/g)).toHaveLength(2);
  });

  it("names a port that is taken", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { exited, output } = sandbox("--port", String(port));
    expect(await exited).toBe(1);
    expect(output()).toContain(`port ${port} is taken`);
    server.close();
  });

  it.each([
    [["--fault", "facilitator-primary:nonsense"], "no fault of a facilitator"],
    [["--fault", "facilitator-third:down"], "no facilitator called third"],
    [["--replay", "x", "--record", "y"], "exclude each other"],
    [["--port", "0"], "--port takes a number"],
  ])("refuses %j with a message", async (args, message) => {
    const { exited, output } = sandbox(...args);
    expect(await exited).toBe(1);
    expect(output()).toContain(message);
  });

  it("keeps serving after the purchases, and Ctrl-C ends every piece", async () => {
    const { child, exited, output } = sandbox();
    await until(() => output().includes("Ctrl-C ends everything"), "the sandbox serves");
    expect(output()).toContain(`Addresses and keys: ${path.relative(ROOT, worldFile())} `);
    const world = worldOf();
    const places = placesOf(world);
    expect(await Promise.all(places.map(answers))).toEqual(places.map(() => true));
    child.kill("SIGINT");
    expect(await exited).toBe(0);
    expect(await Promise.all(places.map(answers))).toEqual(places.map(() => false));
  });

  it("leaves nothing behind when it is killed without a chance to clean up", async () => {
    const { child, exited, output } = sandbox();
    await until(() => output().includes("Ctrl-C ends everything"), "the sandbox serves");
    expect(output()).toContain(`Addresses and keys: ${path.relative(ROOT, worldFile())} `);
    const world = worldOf();
    child.kill("SIGKILL");
    await exited;
    const places = placesOf(world);
    for (const place of places) {
      let up = true;
      for (let tries = 0; up && tries < 50; tries += 1) {
        up = await answers(place);
        if (up) await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(up, place).toBe(false);
    }
  });
});
