import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "@/sandbox/ports";
import { copyRepository } from "../support/copy-repository";

const run = promisify(execFile);
const MINUTES = 60_000;

const answers = (...words: string[]): Promise<boolean> =>
  run("docker", words).then(
    () => true,
    () => false,
  );
const hasDocker = (await answers("info")) && (await answers("compose", "version"));

/** What compose.yaml asks for in `.env`, and where test coins go. */
const settings = (origin: string): Record<string, string> => ({
  NETWORK: "testnet",
  PUBLIC_ORIGIN: origin,
  CONTACT_EMAIL: "containers@example.com",
  REDIS_TOKEN: "of-this-test",
  EVM_PAY_TO: "0x000000000000000000000000000000000000dEaD",
  SOLANA_PAY_TO: "5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1",
  TRUSTED_PROXY_HOPS: "1",
});

describe.skipIf(!hasDocker)(
  `compose.yaml, raised by Docker${hasDocker ? "" : " (skipped: no engine answers `docker info` here, or Compose is missing)"}`,
  () => {
    let copy: string;
    let origin: string;
    let compose: (...args: string[]) => Promise<unknown>;
    beforeAll(async () => {
      copy = copyRepository("containers");
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      compose = (...args) =>
        run("docker", ["compose", "--project-name", `svc-test-${port}`, ...args], {
          cwd: copy,
          maxBuffer: 64 << 20,
        });
      const lines = Object.entries({ ...settings(origin), PORT: String(port) }).map(
        ([name, value]) => `${name}=${value}`,
      );
      writeFileSync(path.join(copy, ".env"), `${lines.join("\n")}\n`);
      await compose("up", "--build", "--detach", "--wait"); // until the image's own health check is content
    }, 20 * MINUTES);
    afterAll(async () => {
      await compose("down", "--volumes", "--rmi", "local");
      rmSync(copy, { recursive: true, force: true });
    }, 2 * MINUTES);

    it("answers that it lives, and that it can sell", async () => {
      for (const check of ["/healthz", "/readyz"]) {
        const { status } = await fetch(origin + check);
        expect([check, status]).toEqual([check, 200]);
      }
    });

    it("answers a call without payment with what to pay", async () => {
      const answer = await fetch(`${origin}/api/svc-intel-tvl`, { method: "POST" });
      expect(answer.status).toBe(402);
      expect(answer.headers.get("payment-required")).toMatch(/./);
      expect(await answer.json()).toMatchObject({ code: "payment_required", resource: "intel-tvl" });
    });
  },
);
