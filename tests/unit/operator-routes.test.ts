import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { type Audience, defineRoute } from "@/lib/catalog/define";
import { documentRoute, type PublishedRoute } from "@/lib/catalog/document";
import { published } from "@/lib/catalog/published";
import { openApiDocument } from "@/lib/discovery/openapi/document";
import { renderDocuments } from "@/lib/discovery/render";
import { describeCatalog } from "@/lib/mcp/catalog-tool";
import { renderToolList } from "@/lib/mcp/render-tools";
import { BUILT_AT, SITE } from "../support/discovery-site";

afterEach(() => {
  vi.unstubAllEnvs();
});

const output = z.object({ ok: z.literal(true).describe("Always.") });

const madeUp = (path: "/api/operator/notes" | "/api/cron/notes", audience: "operator" | "schedule") =>
  documentRoute(
    defineRoute<z.input<typeof output>>()({
      path,
      method: "GET",
      desk: "operations",
      tier: "free",
      audience,
      summary: "A summary that no document has",
      input: z.strictObject({}),
    }),
    {
      description: "A description that no document has.",
      output,
      sample: { input: {}, output: { ok: true } },
    },
  );

const operators = madeUp("/api/operator/notes", "operator");
const schedules = madeUp("/api/cron/notes", "schedule");
const all: readonly PublishedRoute[] = [...published, operators, schedules];
const hidden = all.filter(({ audience }) => audience !== "public");

describe("routes that are not public", () => {
  it("are those under their audience's folder, and no others", () => {
    expect(hidden.length).toBeGreaterThan(2);
    const folderOf = (audience: Audience): string =>
      ({ schedule: "cron", operator: "operator", public: "" })[audience];
    for (const { path, audience } of all)
      expect(/^\/api\/(cron|operator)\//.exec(path)?.[1] ?? "").toBe(folderOf(audience));
  });

  it("stand in no document, no contract and no list of tools", () => {
    const said = [
      ...renderDocuments(SITE, all, BUILT_AT).map(({ path, body }) => [path, body] as const),
      ["openapi", JSON.stringify(openApiDocument(SITE, all))] as const,
      ["svc_catalog", JSON.stringify(describeCatalog(SITE))] as const,
      ["tools", JSON.stringify(renderToolList(all).tools)] as const,
    ];
    for (const [name, text] of said) {
      expect(text.length).toBeGreaterThan(0);
      for (const { path, summary } of hidden) {
        expect(text, `${name} tells of ${path}`).not.toContain(path);
        expect(text, `${name} tells of ${path}`).not.toContain(summary);
      }
      expect(text, name).not.toMatch(/\/api\/(operator|cron)|OPERATOR_SECRET|CRON_SECRET/);
    }
  });
});

describe.each([operators, schedules])("$path, called past the front door", (entry) => {
  const secrets = { operator: "o".repeat(32), schedule: "c".repeat(32), public: "" };
  async function ask(authorization: string | null, set: boolean): Promise<Response> {
    vi.stubEnv("OPERATOR_SECRET", set ? secrets.operator : "");
    vi.stubEnv("CRON_SECRET", set ? secrets.schedule : "");
    vi.resetModules(); // the settings are read once a process
    const { serveFree } = await import("@/lib/payments/free-call/serve-free");
    const route = serveFree(entry, () => Promise.resolve({ answer: { ok: true as const }, effects: [] }));
    const headers =
      authorization === null ? [] : [["authorization", authorization] satisfies [string, string]];
    // A query that the route does not take: whoever may not call it does not even hear that.
    const query =
      authorization?.replace(/^bearer +/i, "") === secrets[entry.audience] && set ? "" : "?unknown=1";
    return route(new Request(`https://svc.example.com${entry.path}${query}`, { headers }));
  }

  it("answers who brings its secret, and to all others is not there", async () => {
    const own = secrets[entry.audience];
    const other = entry.audience === "operator" ? secrets.schedule : secrets.operator;
    for (const scheme of ["Bearer", "bearer", "BEARER", "Bearer "]) {
      const answered = await ask(`${scheme} ${own}`, true);
      expect([answered.status, await answered.json()]).toEqual([200, { ok: true }]);
      expect(answered.headers.get("cache-control")).toBe("no-store");
    }
    for (const brought of [
      null,
      own,
      `Basic ${own}`,
      `bearer${own}`,
      `Bearer ${other}`,
      `Bearer ${own}x`,
      "Bearer ",
    ]) {
      const refused = await ask(brought, true);
      expect([refused.status, await refused.json()]).toMatchObject([404, { code: "not_found" }]);
    }
  });

  it("is there for nobody where its secret is not set", async () => {
    for (const brought of [null, `Bearer ${secrets[entry.audience]}`, "Bearer ", "Bearer undefined"])
      expect((await ask(brought, false)).status).toBe(404);
  });
});

it("say that the ledger can't be reached, and not that they are defective", async () => {
  vi.resetModules();
  vi.stubEnv("UPSTASH_REDIS_REST_URL", "http://127.0.0.1:9");
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "none");
  vi.stubEnv("EVM_PAY_TO", `0x${"9".repeat(40)}`);
  vi.stubEnv("EVM_RPC_URL", "http://127.0.0.1:9");
  const [{ recoverPayments }, { reconcile }, { showSwitches }] = await Promise.all([
    import("@/lib/payments/recovery/recover-payments/handler"),
    import("@/lib/payments/recovery/reconcile/handler"),
    import("@/lib/payments/switches/show-switches/handler"),
  ]);
  const context = () => ({ now: new Date(), signal: new AbortController().signal, headers: new Headers() });
  for (const work of [recoverPayments, reconcile, showSwitches])
    await expect(work({}, context())).rejects.toMatchObject({ code: "store_unavailable" });
});
