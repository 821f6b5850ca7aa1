import { describe, expect, it } from "vitest";
import { catalog } from "@/lib/catalog";
import { priceOf } from "@/lib/catalog/define";
import { toUsd } from "@/lib/catalog/money";
import { DOCUMENTS } from "@/lib/discovery/documents";
import { meshDocumentation } from "@/lib/mesh/documentation";
import { mesh, meshOf } from "@/lib/mesh/handler";

const ORIGIN = "https://svc.example.com";
const context = () => ({ now: new Date(), signal: new AbortController().signal, headers: new Headers() });

describe("the mesh document", () => {
  it("names for each pipeline a route of the catalog, at its price, with steps that can be bought", () => {
    const { pipelines } = meshOf({ name: "svc", origin: ORIGIN, paths: new Set(), agents: [] });
    expect(pipelines.map(({ id, steps, priceUsdc }) => ({ id, steps, priceUsdc }))).toEqual([
      { id: "desk-brief", steps: ["intel-macro", "intel-meteora", "intel-verdict"], priceUsdc: 0.25 },
      {
        id: "a2a-pipeline",
        steps: ["intel-macro", "intel-meteora", "intel-verdict", "a2a-handoff", "delegate-routing"],
        priceUsdc: 0.25,
      },
      { id: "scalp-follow-up", steps: ["intel-scalp"], priceUsdc: 0.1 },
    ]);
    const labels = new Set<string>(catalog.map(({ label }) => label));
    for (const { paidEndpoint, priceUsdc, steps } of pipelines) {
      const entry = catalog.find(({ path }) => `${ORIGIN}${path}` === paidEndpoint);
      expect(entry === undefined ? null : toUsd(priceOf(entry))).toBe(priceUsdc);
      for (const step of steps.filter((one) => one.startsWith("intel-"))) expect(labels).toContain(step);
    }
  });

  it("gives no address that does not answer", async () => {
    const { hub } = meshOf({ name: "svc", origin: ORIGIN, paths: new Set(["/api/mcp"]), agents: [] });
    expect(hub).toMatchObject({
      mcp: `${ORIGIN}/api/mcp`,
      registerAgent: null,
      openapi: null,
      serviceCard: null,
    });
    const { answer } = await mesh({}, context());
    const parsed = meshDocumentation.output.parse(answer);
    const paths = new Set<string>(catalog.map(({ path }) => path));
    for (const address of [parsed.hub.mcp, parsed.hub.registerAgent])
      if (address !== null) expect(paths).toContain(new URL(address).pathname);
  });

  it("leads to the service's card and contract, which are documents that answer", async () => {
    const { hub } = meshDocumentation.output.parse((await mesh({}, context())).answer);
    const documents = new Set<string>(DOCUMENTS.map(({ path }) => path));
    for (const address of [hub.serviceCard, hub.openapi])
      expect(documents).toContain(new URL(address ?? "").pathname);
    expect(hub.serviceCard).toMatch(/\/\.well-known\/agent-card\.json$/);
    expect(hub.openapi).toMatch(/\/openapi\.json$/);
  });
});
