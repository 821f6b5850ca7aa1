import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { ROOT } from "@/sandbox/service";
import type { World } from "@/sandbox/world";
import { buy } from "@/scripts/buy/buy";
import { Stop } from "@/scripts/buy/exits";
import { readOptions } from "@/scripts/buy/options";
import { requestOnce } from "@/scripts/buy/request";
import { unfinishedIn } from "@/scripts/buy/unfinished";
import { MADE_UP } from "./made-up";
import { newAddress } from "./service";

/** What a run of `npm run buy` printed, and how it ended. */
export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A folder for payments without an answer, which no other test shares; it is gone after the test that asks for it. */
export function newStateDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "buy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Running {
  done: Promise<Run>;
  kill(): void;
}

/**
 * Starts the script as a process, with nobody at its terminal and no key but those given. Who reads nothing hangs up
 * before it prints.
 */
export function startBuy(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  reads: "all" | "nothing" = "all",
): Running {
  const { BUY_EVM_PRIVATE_KEY: _evm, BUY_SOLANA_PRIVATE_KEY: _solana, ...rest } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", path.join("scripts", "buy.ts"), ...args], {
    cwd: ROOT,
    env: { ...rest, BUY_STATE_DIR: newStateDir(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  if (reads === "nothing") child.stdout.destroy();
  const done = new Promise<Run>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { done, kill: () => child.kill("SIGKILL") };
}

export const runBuy = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> =>
  startBuy(args, env).done;

/** What happens to the nth paid request (from 1) on its way: passed on, its answer lost, or answered by the proxy. */
export type ProxyOutcome = "pass" | "lose-answer" | { status: number; body: unknown };

/** A proxy before the service, on which answers get lost. */
export async function startLossyProxy(target: string, outcomeOf: (paid: number) => ProxyOutcome) {
  const payments: string[] = [];
  let heard: (() => void) | undefined;
  const address = newAddress();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void (async () => {
        const payment = request.headers["payment-signature"];
        if (typeof payment === "string") payments.push(payment);
        const outcome = typeof payment === "string" ? outcomeOf(payments.length) : "pass";
        if (typeof outcome === "object") {
          response.writeHead(outcome.status, { "content-type": "application/json", [MADE_UP]: "true" });
          response.end(JSON.stringify(outcome.body));
          return;
        }
        const answer = await fetch(target + (request.url ?? "/"), {
          method: request.method ?? "GET",
          headers: {
            "x-forwarded-for": address,
            ...(request.method === "POST" ? { "content-type": "application/json" } : {}),
            ...(typeof payment === "string" ? { "payment-signature": payment } : {}),
          },
          ...(request.method === "POST" ? { body: Buffer.concat(chunks) } : {}),
        });
        const body = Buffer.from(await answer.arrayBuffer());
        if (outcome === "lose-answer") {
          heard?.();
          request.socket.destroy();
          return;
        }
        const headers = [...answer.headers].filter(
          ([name]) => !/^(content-encoding|content-length|transfer-encoding|connection)$/.test(name),
        );
        response.writeHead(answer.status, Object.fromEntries(headers));
        response.end(body);
      })().catch(() => request.socket.destroy()); // the client sees a cut connection, as from any proxy
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server's
  return {
    origin: `http://127.0.0.1:${port}`,
    /** The payment headers that came, in order. */
    payments,
    /** Resolves when an answer was lost. */
    answerLost: new Promise<void>((resolve) => (heard = resolve)),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The same without a process: nobody at the terminal unless `answer` is given, which is what a person would say. */
export async function buyHere(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  sandbox: World | null,
  answer?: boolean,
): Promise<Run & { asked: string[] }> {
  const [stdout, stderr, asked]: [string[], string[], string[]] = [[], [], []];
  const code = await (async () => {
    const options = readOptions(args);
    const origin = options.origin ?? sandbox?.origin ?? "";
    const call = { url: origin + options.route, body: options.body };
    return buy(options, {
      origin,
      keyring: { env, sandbox: sandbox?.origin === origin ? sandbox : null },
      unfinished: unfinishedIn(env.BUY_STATE_DIR ?? newStateDir(), call),
      request: (method, payment) => requestOnce(call, method, payment),
      ask: answer === undefined ? null : (question) => Promise.resolve((asked.push(question), answer)),
      pause: () => Promise.resolve(),
      print: (text) => stdout.push(text),
      report: (text) => stderr.push(text),
    });
  })().catch((error: unknown) => {
    if (!(error instanceof Stop)) throw error;
    stderr.push(error.message);
    return error.exit;
  });
  return { code, stdout: stdout.join("\n"), stderr: stderr.join("\n"), asked };
}
