/**
 * `npm run dev`: `next dev` with live providers on testnet. Without Upstash variables it starts the sandbox's Redis
 * REST endpoint, and nothing else; wallets to receive payments come from .env.local or the environment.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { readyLine, startComponent, type Component } from "../sandbox/process";
import { LOG_DIR, ROOT } from "../sandbox/service";

for (const file of [".env.local", ".env"]) {
  const absolute = path.join(ROOT, file);
  if (existsSync(absolute)) process.loadEnvFile(absolute);
}

const env: Record<string, string> = {
  NETWORK: process.env.NETWORK ?? "testnet",
  VALIDATE_OUTPUT: process.env.VALIDATE_OUTPUT ?? "true",
};
let redis: Component | undefined;
if (!process.env.UPSTASH_REDIS_REST_URL) {
  const token = randomBytes(16).toString("hex");
  redis = await startComponent({
    name: "redis",
    command: process.execPath,
    args: ["--import", "tsx", "sandbox/redis/main.ts", "--token", token],
    cwd: ROOT,
    logDir: LOG_DIR,
    isReady: readyLine,
  });
  env.UPSTASH_REDIS_REST_URL = String(redis.ready.url);
  env.UPSTASH_REDIS_REST_TOKEN = token;
  if (env.NETWORK === "testnet") env.LOCAL_WORLD = "true"; // real payments need a store that remembers them
  console.log(
    `No UPSTASH_REDIS_REST_URL is set: using a local store (${String(redis.ready.engine)}) that forgets everything at the end.`,
  );
}

if (!process.env.EVM_PAY_TO && !process.env.SOLANA_PAY_TO)
  console.log(
    "No wallet is paid, so paid routes answer 503: name one in .env.local, as EVM_PAY_TO or SOLANA_PAY_TO.",
  );

const next = spawn(path.join(ROOT, "node_modules", ".bin", "next"), ["dev", ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, ...env },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => next.kill(signal));
next.once("exit", (code) => {
  void (redis?.stop() ?? Promise.resolve()).then(() => process.exit(code ?? 0));
});
