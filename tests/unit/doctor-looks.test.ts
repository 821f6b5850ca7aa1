import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { readSettings } from "@/lib/env";
import { noteBuiltWith, settingsThatDiffer } from "@/scripts/doctor/built-with";
import { certificateEnd, certificateFindings } from "@/scripts/doctor/certificate";
import { diskFinding, diskFindings } from "@/scripts/doctor/disk";
import { asker } from "@/scripts/doctor/raw-request";
import { scheduleFindings } from "@/scripts/doctor/schedules";
import { webhookFindings } from "@/scripts/doctor/webhook";

const DAY_MS = 86_400_000;
const { settings } = readSettings({ NETWORK: "testnet" });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "doctor-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const servers: (Server | https.Server)[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
async function listen(server: Server | https.Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

describe("the doctor's look at the schedules", () => {
  const due = (ms: number) => new Date(Date.now() + ms).toISOString();
  async function found(schedules: unknown): Promise<string[]> {
    const body = JSON.stringify({ schedules });
    const port = await listen(createServer((_, response) => response.end(body)));
    const { ask, close } = asker(`http://127.0.0.1:${port}`);
    const findings = await scheduleFindings(ask);
    close();
    return findings.map(({ level, text }) => `${level} ${text}`);
  }

  it("names each that is late, and when it last succeeded", async () => {
    const lastRun = due(-DAY_MS);
    const lines = await found([
      { name: "recover-payments", lastRun, due: due(-1_000) },
      { name: "reconcile", lastRun: null, due: due(-1_000) },
      { name: "canary", lastRun, due: due(60_000) },
      { name: "anchor-log", lastRun: null, due: null },
    ]);
    expect(lines).toEqual([
      expect.stringContaining(`failure recover-payments is late; its last success: ${lastRun}.`),
      expect.stringContaining("failure reconcile is late; its last success: never."),
    ]);
  });

  it("is content with those that are not due, and can't tell while the ledger is down", async () => {
    expect(await found([{ name: "canary", lastRun: null, due: due(60_000) }])).toEqual([
      expect.stringMatching(/^fine /),
    ]);
    expect(await found([])).toEqual([expect.stringMatching(/^warning .*ledger/)]);
  });
});

describe("the doctor's look at receivers of alerts", () => {
  it("sends nothing unless it is asked to, and then names each that took nothing, by its place", async () => {
    let came = 0;
    const port = await listen(
      createServer((request, response) => {
        came += 1;
        response.writeHead(request.url === "/good" ? 204 : 404).end();
      }),
    );
    const ALERT_WEBHOOK_URL = ["good", "gone"].map((name) => `http://127.0.0.1:${port}/${name}`);
    const all = { ...settings, ALERT_WEBHOOK_URL };
    expect((await webhookFindings(all, false)).map(({ level }) => level)).toEqual(["fine"]);
    expect(came).toBe(0);
    const tried = await webhookFindings(all, true);
    expect(tried.map(({ level, text }) => `${level} ${text}`)).toEqual([
      "fine receiver 1 (json) took the test message",
      "failure receiver 2 (json) took no test message (HTTP 404): nobody learns of alerts.",
    ]);
  });
});

describe("the doctor's look at the disk", () => {
  it.each([
    [10, "fine"],
    [9, "failure"],
  ])("with %i %% of its blocks left is %s", (available, level) => {
    expect(diskFinding({ blocks: 100, available }).level).toBe(level);
  });

  it("reads the volume of this folder", async () => {
    expect(await diskFindings()).toEqual([
      expect.objectContaining({ text: expect.stringMatching(/^\d+ % of the volume/) as string }),
    ]);
  });
});

/** Serves https with a certificate that nobody vouches for, of so many days. */
async function secured(days: number): Promise<string> {
  const [key = "", cert = ""] = ["key", "cert"].map((name) => path.join(folder, `${name}-${days}.pem`));
  const words =
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days ${days}`.split(
      " ",
    );
  execFileSync("openssl", [...words, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const [keyText, certText] = await Promise.all([readFile(key), readFile(cert)]);
  const port = await listen(https.createServer({ key: keyText, cert: certText }));
  return `https://localhost:${port}`;
}

describe("the look at the certificate", () => {
  it("tells when it ends, also of one that no client believes", async () => {
    const end = await certificateEnd(await secured(90));
    expect(Math.round((end.getTime() - Date.now()) / DAY_MS)).toBe(90);
  });

  it.each([
    [15, "fine"],
    [13, "warning"],
  ])("of %i days is %s", async (days, level) => {
    expect((await certificateFindings(await secured(days))).map((one) => one.level)).toEqual([level]);
  });

  it("of a day that is past is failure", async () => {
    const origin = await secured(20);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 21 * DAY_MS });
    try {
      expect((await certificateFindings(origin)).map((one) => one.level)).toEqual(["failure"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("rejects where no certificate is shown, and asks no plain origin", async () => {
    const port = await listen(createServer());
    await expect(certificateEnd(`https://127.0.0.1:${port}`)).rejects.toThrow();
    expect(await certificateFindings("http://127.0.0.1:1")).toEqual([]);
  });
});

describe("what a build was made with", () => {
  it("differs by the settings that pages and documents carry, and by no other", () => {
    const place = path.join(folder, "app");
    mkdirSync(path.join(place, "dist"), { recursive: true });
    noteBuiltWith(settings, place);
    expect(settingsThatDiffer({ ...settings, WORKERS: 7 }, place)).toEqual([]);
    const moved = { ...settings, PUBLIC_ORIGIN: "https://moved.test", CONTACT_EMAIL: "a@moved.test" };
    expect(settingsThatDiffer(moved, place)).toEqual(["PUBLIC_ORIGIN", "CONTACT_EMAIL"]);
    expect(() => settingsThatDiffer(settings, folder)).toThrow();
  });
});
