import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Component } from "@/sandbox/process";
import { ROOT } from "@/sandbox/service";
import { type Ended, runScript } from "../support/run-script";
import { asHeader, newAddress, newPayer, newPrefix, payFor, post, startInstance } from "../support/service";
import { world } from "../support/world";

/** The commands of docs/operations/practice.md, as a reader pastes them, against an instance of their own. */
const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const PAGE = readFileSync(path.join(ROOT, "docs/operations/practice.md"), "utf8");
const BLOCKS = [...PAGE.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text = ""]) => text);

let service: Component & { origin: string };
let folder: string;
let sale: { PAYMENT: string; TRANSACTION: string };

beforeAll(async () => {
  service = await startInstance(sandbox, "practice", {
    STORE_PREFIX: newPrefix("practice"),
    UPSTREAM_TIMEOUT_MS: "8000",
  });
  folder = mkdtempSync(path.join(tmpdir(), "practice-"));
  const { serviceEnv } = sandbox;
  writeFileSync(path.join(folder, "world.json"), JSON.stringify({ origin: service.origin, serviceEnv }));
  const payment = asHeader(await payFor(service.origin, TVL, await newPayer(sandbox, "base")));
  const response = await post({ origin: service.origin, path: TVL, payment });
  expect(response.status).toBe(200);
  const { transaction } = JSON.parse(atob(response.headers.get("payment-response") ?? "")) as {
    transaction: string; // x402's own
  };
  const headers = { "payment-signature": payment, "x-forwarded-for": newAddress() };
  const receipt = await fetch(`${service.origin}/api/receipt`, { headers });
  sale = { PAYMENT: ((await receipt.json()) as { payment: string }).payment, TRANSACTION: transaction };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

/** Runs the page's block that holds some words, behind its first one, which sets where the service is. */
function pasted(words: string): Promise<Ended> {
  const block = BLOCKS.find((text) => text.includes(words));
  if (block === undefined) throw new Error(`the page has no block with ${words}`);
  const script = [BLOCKS[0], block].join("\n").replaceAll("./.sandbox/", `${folder}/`);
  return runScript("bash", ["-c", script.replaceAll(" .sandbox/", ` ${folder}/`)], sale);
}

const SLOW = { timeout: 180_000 };

it("lists what waits, the metrics, and the month's sales with the sandbox's own secret", SLOW, async () => {
  const { code, said } = await pasted("npm run ledger -- metrics");
  expect(said).toContain(sale.TRANSACTION.slice(0, 20));
  expect(said).not.toMatch(/OPERATOR_SECRET is not|does not answer/);
  expect(code).toBe(0);
});

it("switches a route off and on again", SLOW, async () => {
  const { code, said } = await pasted("/api/operator/switches");
  expect(code).toBe(0);
  expect(said.match(/"off":true/g)).toHaveLength(1); // of the answer to the second command alone
});

it(
  "finds a payment by its transaction, and reserves no refund of a sale that isn't final yet",
  SLOW,
  async () => {
    const { said } = await pasted("-- refund");
    expect(said).toContain(sale.PAYMENT);
    expect(said).not.toMatch(/Usage|OPERATOR_SECRET is not/);
  },
);

it("runs the doctor, which finds no failure in the sandbox", SLOW, async () => {
  const { code, said } = await pasted("npm run doctor");
  expect(said).toMatch(/^0 failures, [1-9]\d* warnings$/m);
  expect(code).toBe(2);
});
