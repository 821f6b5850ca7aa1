import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { findRedisServer } from "@/sandbox/redis/redis-process";

const MAIN = path.join(import.meta.dirname, "../../sandbox/redis/main.ts");
const TOKEN = "token";
const server = await findRedisServer(process.env.PATH ?? "");
const NO_REDIS = { PATH: "", REDIS_URL: "" };

/** A run of the program: what it prints, and how it ends. */
function start(environment: Record<string, string>, args = ["--token", TOKEN]) {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN, ...args], {
    env: { ...process.env, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.err += chunk.toString()));
  const ended = once(child, "close").then(() => child.exitCode);
  const ready = async (): Promise<{ url: string; engine: string }> => {
    while (!output.out.includes("\n")) {
      if (child.exitCode !== null) throw new Error(`it ended: ${output.err}`);
      await sleep(20);
    }
    return JSON.parse(output.out.replace(/^ready /, ""));
  };
  return { child, output, ended, ready };
}

async function ask(url: string, command: string): Promise<unknown> {
  const response = await fetch(`${url}/${command}`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return response.json();
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (failure) {
    if (failure instanceof Error && "code" in failure && failure.code === "ESRCH") return false;
    throw failure;
  }
}

/** The process behind a server of ours. */
async function serverOf(url: string): Promise<number> {
  const pid = /process_id:([0-9]+)/.exec(JSON.stringify(await ask(url, "info/server")))?.[1];
  if (pid === undefined) throw new Error("the server does not say which process it is");
  return Number(pid);
}

describe("the Redis REST process", () => {
  it("prints one line when it serves, and ends when its parent's end of the input is closed", async () => {
    const { child, output, ended, ready } = start(NO_REDIS);
    const { url, engine } = await ready();
    expect(engine).toBe("embedded");
    expect(await ask(url, "echo/hi")).toEqual({ result: "hi" });
    child.stdin.end();
    expect(await ended).toBe(0);
    expect(output.out).toBe(`ready ${JSON.stringify({ url, engine })}\n`);
    expect(output.err).toBe("");
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends cleanly at %s", async (signal) => {
    const { child, ended, ready } = start(NO_REDIS);
    const { url } = await ready();
    child.kill(signal);
    expect(await ended).toBe(0);
    await expect(ask(url, "ping")).rejects.toThrow();
  });

  it("says that its port is taken and fails", async () => {
    const other = net.createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { output, ended } = start(NO_REDIS, ["--token", TOKEN, "--port", String(port)]);
    expect(await ended).toBe(1);
    expect(output).toEqual({ out: "", err: `redis rest: port ${port} is taken\n` });
    other.close();
  });

  it.each([
    [["--token", TOKEN, "--port", "70000"], {}, "--port 70000 is not a port"],
    [[], {}, "--token is missing"],
    [["--token", TOKEN], { REDIS_URL: "redis://user:secret@127.0.0.1:1" }, "no Redis at redis://127.0.0.1:1"],
  ])("says what is wrong with %j %j and fails", async (args, environment, message) => {
    const { output, ended } = start({ ...NO_REDIS, ...environment }, args);
    expect(await ended).toBe(1);
    expect(output.err).toContain(`redis rest: ${message}`);
    expect(output.err + output.out).not.toContain("secret");
  });

  it("serves with the embedded engine when the server that was found does not start", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "no-server-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(path.join(folder, "redis-server"), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
    const { output, ready } = start({ ...NO_REDIS, PATH: folder });
    expect((await ready()).engine).toBe("embedded");
    expect(output.err).toContain("did not start");
  });
});

const without = server === undefined ? " (skipped: none on the PATH)" : "";

describe.skipIf(server === undefined)(`the Redis REST process with a Redis server${without}`, () => {
  /** A folder for what the server needs, and whether it is clean again. */
  async function temporaryFolder() {
    const folder = await mkdtemp(path.join(tmpdir(), "server-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return {
      folder,
      isClean: async () => !(await readdir(folder)).some((name) => name.startsWith("redis-")),
    };
  }

  it("starts a server of its own and takes it with it, even when it is killed", async () => {
    const { folder, isClean } = await temporaryFolder();
    const { child, ended, ready } = start({ REDIS_URL: "", TMPDIR: folder });
    const { url, engine } = await ready();
    expect(engine).toBe("redis");
    expect(await ask(url, "set/a/1")).toEqual({ result: "OK" });
    expect(await isClean()).toBe(false);
    const pid = await serverOf(url);
    child.kill("SIGKILL");
    await ended;
    await expect.poll(isClean, { timeout: 5_000 }).toBe(true);
    await expect.poll(() => runs(pid), { timeout: 5_000 }).toBe(false);
  });

  it("leaves nothing behind when it ends as it should", async () => {
    const { folder, isClean } = await temporaryFolder();
    const { child, ended, ready } = start({ REDIS_URL: "", TMPDIR: folder });
    const pid = await serverOf((await ready()).url);
    child.stdin.end();
    expect(await ended).toBe(0);
    expect(await isClean()).toBe(true);
    expect(runs(pid)).toBe(false);
  });

  it("fails when its server is gone", async () => {
    const { folder } = await temporaryFolder();
    const { ended, output, ready } = start({ REDIS_URL: "", TMPDIR: folder });
    process.kill(await serverOf((await ready()).url), "SIGKILL");
    expect(await ended).toBe(1);
    expect(output.err).toContain("the Redis server has ended");
  });
});
