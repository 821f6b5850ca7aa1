import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deskWith } from "@/lib/desks/desk";
import { type Judged, sell } from "@/lib/desks/sell";
import { tvlDesk } from "@/lib/desks/tvl/handler";
import { ApiError } from "@/lib/http/api-error";
import { holdUp, pause, type ProviderServer, sendJson, startProviders } from "../fixtures/provider-server";
import { noStore, reader, TIME_LIMIT_MS } from "../fixtures/test-source";

const T0 = new Date("2026-10-07T14:00:00Z");
const later = (minutes: number): Date => new Date(T0.getTime() + minutes * 60_000);
const call = (now: Date) => ({ now, signal: new AbortController().signal, headers: new Headers() });

let providers: ProviderServer;
const works = (url: URL, response: ServerResponse): void =>
  sendJson(response, [
    url.pathname === "/protocols" ? { name: "P", category: "Dexs", tvl: 5 } : { name: "C", tvl: 7 },
  ]);
beforeEach(async () => {
  providers = await startProviders(works);
});
afterEach(() => providers.close());

const desk = () => deskWith(tvlDesk)(reader({ origin: providers.origin, store: noStore }));

async function refusalOf(work: Promise<unknown>): Promise<ApiError> {
  const outcome = await work.catch((error: unknown) => error);
  if (!(outcome instanceof ApiError)) throw new Error("it was not refused");
  return outcome;
}

describe("selling an answer", () => {
  it("sells what covers enough, without effects", async () => {
    const { answer, effects } = await desk()({}, call(T0));
    expect(answer).toMatchObject({ ok: true, kind: "intel-tvl", coverage: 1, stale: false });
    expect(effects).toEqual([]);
  });

  it("refuses what does not, naming what is missing and when to come back, and what was asked", async () => {
    providers.answer((url, response) =>
      url.pathname === "/protocols" ? void response.writeHead(451).end() : works(url, response),
    );
    const error = await refusalOf(desk()({}, call(T0)));
    expect(error).toMatchObject({ code: "data_unavailable", status: 503 });
    expect(error.message).toMatch(/coverage 0\.5, needed 0\.6.*Missing: topProtocols\./);
    expect(error.toBody()).toMatchObject({
      missing: ["topProtocols"],
      coverage: 0.5,
      provenance: [
        { id: "llama.chains", status: "ok" },
        { id: "llama.protocols", status: "geo_blocked", asOf: null, ageSec: null },
      ],
    });
    expect(error.options.headers).toEqual({ "retry-after": "30" });
  });

  it("serves a stale part at once while it suffices", async () => {
    const selling = desk();
    providers.answer((url, response) =>
      url.pathname === "/protocols" ? void response.writeHead(404).end() : works(url, response),
    );
    await refusalOf(selling({}, call(T0)));
    providers.answer(works);
    await selling({}, call(later(20)));
    const { held, release } = holdUp();
    providers.answer(async (url, response) => {
      await held;
      works(url, response);
    });
    const started = performance.now();
    const { answer } = await selling({ detail: "full" }, call(later(40)));
    expect(performance.now() - started).toBeLessThan(TIME_LIMIT_MS / 2); // a waiting call waits till then
    release();
    expect(answer).toMatchObject({ coverage: 0.75, stale: true });
    expect(answer.provenance.map(({ status }) => status)).toEqual(["stale", "ok"]);
    expect(answer.dataAsOf.slice(0, 16)).toBe("2026-10-07T14:00");
  });

  it("waits for the refresh when stale data would make the answer too thin to sell", async () => {
    const selling = desk();
    await selling({}, call(T0));
    providers.asked.length = 0;
    providers.answer(async (url, response) => {
      await pause(50);
      works(url, response);
    });
    const { answer } = await selling({}, call(later(60)));
    expect(answer).toMatchObject({ coverage: 1, stale: false });
    expect(providers.asked).toHaveLength(2);
  });

  it("waits for the refresh of stale data that was too old to be in the answer at all", async () => {
    const { answer } = await sell<Judged>(call(T0), ({ stale }) =>
      Promise.resolve(
        stale === "serve"
          ? { answer: { coverage: 0.2, provenance: [{ status: "stale" }] }, missing: ["positioning"] }
          : { answer: { coverage: 1, provenance: [{ status: "ok" }] }, missing: [] },
      ),
    );
    expect(answer.coverage).toBe(1);
  });

  it("does not ask again for what failed: nothing is under way that could be waited for", async () => {
    let times = 0;
    const error = await refusalOf(
      sell(call(T0), () => {
        times += 1;
        const answer = {
          coverage: 0.2,
          provenance: [{ status: "timeout" as const }, { status: "ok" as const }],
        };
        return Promise.resolve({ answer, missing: ["positioning"] });
      }),
    );
    expect([error.code, times]).toEqual(["data_unavailable", 1]);
  });

  it("refuses stale data that can't be renewed, saying that it is stale", async () => {
    const selling = desk();
    await selling({}, call(T0));
    providers.answer((_url, response) => void response.writeHead(404).end());
    const error = await refusalOf(selling({}, call(later(60))));
    expect(error.message).toMatch(/is stale/);
    expect(error.toBody()).toMatchObject({ coverage: 0.5, missing: [] });
  });

  it("logs of a caller's message its length, and nothing of its words", async () => {
    const logged = vi.spyOn(console, "log").mockImplementation(() => undefined);
    await desk()({ message: "my secret plan" }, call(T0));
    const lines = logged.mock.calls.map(([line]) => String(line));
    logged.mockRestore();
    expect(lines.some((line) => line.includes('"characters":14'))).toBe(true);
    expect(lines.join()).not.toMatch(/secret|plan/);
  });
});
