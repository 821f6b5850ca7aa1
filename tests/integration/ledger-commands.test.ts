import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { createSolanaRpc, signature } from "@solana/kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disputeAnswer } from "@/lib/payments/trust/dispute/answer";
import { metricsAnswer } from "@/lib/payments/metrics/answer";
import { listPaymentsAnswer } from "@/lib/payments/owed/list/answer";
import { LIST_NAMES } from "@/lib/payments/owed/list/entry";
import { noteDebtAnswer } from "@/lib/payments/owed/note/answer";
import { refundAnswer } from "@/lib/payments/refunds/answer";
import { startFaultyWorld, type FaultyWorld } from "../support/faulty-world";
import { redis, runLedger } from "../support/ledger-command";
import { asHeader, newAddress, newPayer, payFor, post, refusal } from "../support/service";
import { world } from "../support/world";

/** `npm run ledger` as its operators run it, against a service that has sold. What it shows people the rehearsals read. */
const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const SECRET = "operator".repeat(4);
const DAY_MS = 86_400_000;
/** A command is a process of its own. */
const SLOW = { timeout: 180_000 };

interface Sale {
  /** The payment's key, and what brings it. */
  key: string;
  payment: string;
  network: string;
  transaction: string;
  answer: string;
}

let service: FaultyWorld;
let prefix: string;
let folder: string;
let sale: Sale;

/** A command with what it printed. */
const ledger = (...words: string[]) => runLedger({ origin: service.origin, secret: SECRET }, words);

/** What a command with --json printed, which must be JSON and nothing else, and its code. */
async function asJson(...words: string[]): Promise<{ code: number; said: unknown }> {
  const { code, stdout, stderr } = await ledger(...words, "--json");
  expect(stderr).toBe("");
  return { code, said: JSON.parse(stdout) };
}

const again = ({ payment }: Sale): Promise<Response> => post({ origin: service.origin, path: TVL, payment });

/** How sure the chain is of a transaction. */
async function reached(transaction: string): Promise<string | null | undefined> {
  const { value } = await createSolanaRpc(sandbox.solana.rpcUrl)
    .getSignatureStatuses([signature(transaction)])
    .send();
  return value[0]?.confirmationStatus;
}

/** The scheduled recovery, by which sales come to be final. */
async function recover(): Promise<void> {
  const headers = {
    "x-forwarded-for": newAddress(),
    authorization: `Bearer ${sandbox.serviceEnv.CRON_SECRET ?? ""}`,
  };
  const response = await fetch(`${service.origin}/api/cron/recover-payments`, { headers });
  expect(response.status).toBe(200);
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "ledger-"));
  const env = { OPERATOR_SECRET: SECRET, TRUST_FINAL_AFTER_MS: "0", UPSTREAM_TIMEOUT_MS: "8000" };
  service = await startFaultyWorld(sandbox, "ledger-commands", { env });
  prefix = service.env.STORE_PREFIX ?? "";
  // On Solana, whose blocks are final soon.
  const payment = asHeader(await payFor(service.origin, TVL, await newPayer(sandbox, "solana")));
  const response = await post({ origin: service.origin, path: TVL, payment });
  expect(response.status).toBe(200);
  const header = response.headers.get("payment-response") ?? "";
  const { network, transaction } = JSON.parse(atob(header)) as { network: string; transaction: string }; // x402's own
  const headers = { "payment-signature": payment, "x-forwarded-for": newAddress() };
  const receipt = await fetch(`${service.origin}/api/receipt`, { headers });
  const { payment: key } = (await receipt.json()) as { payment: string }; // the route's answer
  sale = { key, payment, network, transaction, answer: await response.text() };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

describe("for programs, --json prints what the service answered:", SLOW, () => {
  it("all that needs a person, or one list", async () => {
    const { code, said } = await asJson();
    expect([code, said]).toEqual([0, { unknown: [], credited: [], disputed: [], debts: [] }]);
    await Promise.all(
      LIST_NAMES.map(async (name) => expect(await asJson(name)).toEqual({ code: 0, said: { [name]: [] } })),
    );
  });

  it("show", async () => {
    const { code, said } = await asJson("show", sale.key);
    const { payments } = listPaymentsAnswer.parse({ ok: true, payments: said, next: null });
    const { key: payment, network, transaction } = sale;
    expect(code).toBe(0);
    expect(payments).toEqual([
      expect.objectContaining({
        payment,
        state: "settled",
        route: TVL,
        network,
        transaction,
        amount: "20000",
      }),
    ]);
  });

  it("debt", async () => {
    await expect.poll(() => reached(sale.transaction), { timeout: 30_000 }).toBe("finalized"); // before, nothing is noted
    const { code, said } = await asJson("debt", sale.network, sale.transaction);
    expect(code).toBe(0);
    expect(noteDebtAnswer.parse(said)).toMatchObject({
      payments: [{ payment: sale.key, state: "settled" }],
      said: [{ payment: sale.key, became: "known" }],
    });
  });

  it("metrics", async () => {
    const { code, said } = await asJson("metrics");
    expect(code).toBe(0);
    expect(metricsAnswer.parse(said)).toMatchObject({ payments: { open: 0, debts: 0 } });
  });

  it("dispute, of a sale that is none and of one that is", async () => {
    const none = await asJson("dispute", sale.key);
    expect(none.code).toBe(1);
    expect(disputeAnswer.parse(none.said)).toMatchObject({ ok: false, payment: sale.key, nodes: [] });

    await redis(sandbox, "HSET", `${prefix}:ledger:{${sale.key}}:record`, "trust", "disputed");
    expect((await asJson("dispute", sale.key, "unpaid")).code).toBe(1); // the node says the opposite
    const asked = await asJson("dispute", sale.key);
    expect(asked.code).toBe(0);
    expect(disputeAnswer.parse(asked.said)).toMatchObject({
      ...{ ok: true, payment: sale.key, transaction: sale.transaction, trust: "confirmed" },
      nodes: [{ node: "first", says: "paid" }],
    });
  });

  it("an error is a person's all the same, on the other stream, and code 1", async () => {
    const unknown = await ledger("refund", `${sale.key.slice(0, -8)}00000000`, "--json");
    expect(unknown).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("no such payment") as string,
    });
    expect((await ledger("refund", sale.key, "--let-go", "again", "--json")).code).toBe(2);
  });
});

describe("refund --let-go", SLOW, () => {
  const PATIENT = { timeout: 50_000, interval: 1_000 };
  /** Reserves the refund; that works once recovery has seen the sale's block final. */
  const reserving = async (...flags: string[]) => {
    await recover();
    return ledger("refund", sale.key, ...flags);
  };
  const state = async (): Promise<unknown> => {
    const { payments } = listPaymentsAnswer.parse({
      ...{ ok: true, next: null },
      payments: (await asJson("show", sale.key)).said,
    });
    return payments[0]?.state;
  };

  it("lets go of what was reserved, so that the buyer is served again; there is nothing to let go of twice", async () => {
    await expect.poll(() => reserving("--json"), PATIENT).toMatchObject({ code: 0 });
    const held = await asJson("refund", sale.key);
    const by = userInfo().username;
    expect(held.code).toBe(1);
    expect(refundAnswer.parse(held.said)).toMatchObject({ ok: false, reserved: { by }, returned: null });
    expect(await state()).toBe("refunding");
    expect((await refusal(await again(sale))).code).toBe("payment_conflict");

    const free = await asJson("refund", sale.key, "--let-go");
    expect(free.code).toBe(0);
    expect(refundAnswer.parse(free.said)).toMatchObject({
      ...{ ok: true, payment: sale.key, amount: "20000", reserved: null, returned: null },
      message: `Let go of what ${by} had reserved. The payment is what it was before.`,
    });
    expect(await state()).toBe("settled");
    const served = await again(sale);
    expect([served.status, await served.text()]).toEqual([200, sale.answer]);

    const twice = await asJson("refund", sale.key, "--let-go");
    expect(twice.code).toBe(1);
    expect(refundAnswer.parse(twice.said)).toMatchObject({ ok: false, reserved: null });
  });

  it("says to people what it did, and leaves the payment to be reserved again", async () => {
    await expect
      .poll(() => reserving(), PATIENT)
      .toMatchObject({
        ...{ code: 0, stderr: "" },
        stdout: expect.stringMatching(/^Reserved\.[^]*refund \S+ --let-go, if nothing was sent\n$/) as string,
      });
    expect(await ledger("refund", sale.key, "--let-go")).toMatchObject({
      ...{ code: 0, stderr: "" },
      stdout: expect.stringMatching(/^Let go of what [^]*paid {6}0\.02 USDC\n$/) as string,
    });
    expect(await state()).toBe("settled");
  });
});

describe("journal --let-go", SLOW, () => {
  const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
  const today = Math.floor(Date.now() / DAY_MS);
  const past = today - 40;
  const kept = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const exported = async (date: string): Promise<string> =>
    (await ledger("journal", date.slice(0, 7))).stdout;
  const letGo = (date: string, file: string) => ledger("journal", date.slice(0, 7), "--let-go", file);

  it("keeps a day that isn't over", async () => {
    const text = await exported(dateOf(today));
    expect(text).toMatch(/^time,state,route,.*\n.*,settled,intel-tvl,.*,USDC,0\.02,/);
    const said = await letGo(dateOf(today), kept("today.csv", text));
    expect(said).toMatchObject({ code: 0, stdout: `${dateOf(today)}  1 lines  kept: the day isn't over\n` });
    expect(await exported(dateOf(today))).toBe(text);
  });

  it("lets go of a day that is stored elsewhere, whole and once, and of nothing that no file has", async () => {
    // The sale as if it had been made forty days ago, and another one.
    const stream = (day: number): string => `${prefix}:ledger:journal:${day}`;
    const entries = (await redis(sandbox, "XRANGE", stream(today), "-", "+")) as [string, string[]][]; // Redis' own form
    const fields = entries[0]?.[1] ?? [];
    for (const after of [0, 1_000])
      await redis(sandbox, "XADD", stream(past), `${past * DAY_MS + after}-1`, ...fields);
    await redis(sandbox, "HSET", `${prefix}:ledger:journal`, String(past), "2");

    const text = await exported(dateOf(past));
    expect(text.trimEnd().split("\n")).toHaveLength(3);
    const partial = kept("partial.csv", text.split("\n").slice(0, 2).join("\n"));
    const differs = await letGo(dateOf(past), partial);
    expect(differs).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("kept: the journal has other lines") as string,
    });
    expect(await exported(dateOf(past))).toBe(text);

    const file = kept("whole.csv", text);
    expect(await letGo(dateOf(past), file)).toMatchObject({
      code: 0,
      stdout: `${dateOf(past)}  2 lines  let go\n`,
    });
    expect(await redis(sandbox, "EXISTS", stream(past))).toBe(0);
    expect(await letGo(dateOf(past), file)).toMatchObject({
      stdout: `${dateOf(past)}  2 lines  not there (any more)\n`,
    });
    expect(await ledger("journal", dateOf(past).slice(0, 7))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("has no line of") as string,
    });
    expect(await exported(dateOf(today))).toContain(",settled,intel-tvl,");
  });

  it("refuses a file of another month, and lets go of nothing", async () => {
    const file = kept("other.csv", await exported(dateOf(today)));
    expect(await letGo(dateOf(past), file)).toMatchObject({
      ...{ code: 1, stdout: "" },
      stderr: expect.stringContaining(`is no export of ${dateOf(past).slice(0, 7)}`) as string,
    });
    expect(await exported(dateOf(today))).toContain(",settled,intel-tvl,");
  });
});
