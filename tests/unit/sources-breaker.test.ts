import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pause, type ProviderServer, sendJson, startProviders } from "../fixtures/provider-server";
import { at, noStore, numberSource, reader } from "../fixtures/test-source";

const T0 = new Date("2026-10-07T14:00:00Z");
const later = (seconds: number): Date => new Date(T0.getTime() + seconds * 1_000);

let providers: ProviderServer;
beforeEach(async () => {
  providers = await startProviders((_url, response) => void response.writeHead(404).end());
});
afterEach(() => providers.close());

const instance = (over: Partial<Parameters<typeof reader>[0]> = {}) =>
  reader({ origin: providers.origin, store: noStore, breakerMs: 20_000, ...over });
const one = numberSource("one");
const status = async (read: ReturnType<typeof instance>, now: Date, source = one) =>
  (await read({ source }, at(now))).source.status;

describe("a provider that fails", () => {
  it("is left alone after three failures in a row, and asked again after the pause", async () => {
    const read = instance();
    for (let i = 0; i < 6; i++) expect(await status(read, later(i))).toBe("http_error");
    expect(providers.asked).toHaveLength(3);
    providers.answer((_url, response) => sendJson(response, { n: 1 }));
    expect(await status(read, later(21))).toBe("http_error");
    expect(await status(read, later(23))).toBe("ok");
  });

  it("is left alone as a host: its other sources are not asked either", async () => {
    const read = instance();
    for (const id of ["a", "b", "c"]) await status(read, T0, numberSource(id));
    expect(await status(read, T0, numberSource("d"))).toBe("http_error");
    expect(providers.asked).toHaveLength(3);
    const elsewhere = numberSource("e", { address: () => ({ host: "other.example.com", path: "/e" }) });
    await status(read, T0, elsewhere);
    expect(providers.asked).toHaveLength(4);
  });

  it("counts failures in a row only", async () => {
    const read = instance({ windowScale: 0 });
    for (let i = 0; i < 8; i++) {
      providers.answer((_url, response) =>
        i % 3 === 2 ? sendJson(response, { n: 1 }) : void response.writeHead(404).end(),
      );
      await status(read, later(i));
    }
    expect(providers.asked).toHaveLength(8);
  });

  it("is tried by one request after the pause, while the others wait for how that goes", async () => {
    const read = instance();
    for (let i = 0; i < 3; i++) await status(read, T0);
    providers.asked.length = 0;
    providers.answer(async (_url, response) => {
      await pause(50);
      response.writeHead(404).end();
    });
    const ids = ["a", "b", "c", "d"];
    const failed = await Promise.all(ids.map((id) => status(read, later(21), numberSource(id))));
    expect(failed).toEqual(Array(4).fill("http_error"));
    expect(providers.asked).toHaveLength(1);

    providers.answer((_url, response) => sendJson(response, { n: 1 }));
    const recovered = await Promise.all(ids.map((id) => status(read, later(42), numberSource(id))));
    expect(recovered).toEqual(Array(4).fill("ok"));
  });

  it("that answers wrongly is left alone for that source only", async () => {
    providers.answer((url, response) =>
      url.pathname === "/one" ? void response.end("<html>") : sendJson(response, { n: 1 }),
    );
    const read = instance();
    for (let i = 0; i < 5; i++) expect(await status(read, T0)).toBe("schema");
    expect(providers.asked).toHaveLength(3);
    expect(await status(read, T0, numberSource("two"))).toBe("ok");
  });
});

describe("Retry-After", () => {
  const limited = (retryAfter: string) =>
    providers.answer((_url, response) => void response.writeHead(429, { "retry-after": retryAfter }).end());

  it("is honoured from the first refusal on", async () => {
    limited("60");
    const read = instance();
    for (const seconds of [0, 1, 30, 58]) expect(await status(read, later(seconds))).toBe("rate_limited");
    expect(providers.asked).toHaveLength(1);
    providers.answer((_url, response) => sendJson(response, { n: 1 }));
    expect(await status(read, later(62))).toBe("ok");
  });

  it("is understood as a date", async () => {
    limited(later(90).toUTCString());
    const read = instance();
    for (const seconds of [0, 60, 85]) await status(read, later(seconds));
    expect(providers.asked).toHaveLength(1);
    await status(read, later(92));
    expect(providers.asked).toHaveLength(2);
  });

  it("silences a provider for fifteen times the setting at most", async () => {
    limited("86400");
    const read = instance();
    await status(read, T0);
    await status(read, later(299));
    expect(providers.asked).toHaveLength(1);
    await status(read, later(302));
    expect(providers.asked).toHaveLength(2);
  });

  it("and all pauses are off when the setting is 0", async () => {
    limited("60");
    const read = instance({ breakerMs: 0 });
    for (let i = 0; i < 5; i++) await status(read, T0);
    expect(providers.asked).toHaveLength(5);
  });
});

describe("the log of a failure", () => {
  it("names the source but not the wallet or token that it was read for", async () => {
    const lines = vi.spyOn(console, "error").mockReturnValue();
    const wallet = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
    const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    for (const id of [`helius.assets:${wallet}`, `base.tokens:${address}`])
      await status(instance(), T0, numberSource(id));
    const reported = lines.mock.calls.join("\n");
    lines.mockRestore();
    expect(reported).toContain("helius.assets:");
    expect(reported).toContain("base.tokens:");
    expect(reported).not.toContain(wallet);
    expect(reported).not.toContain(address);
  });
});
