import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Component } from "@/sandbox/process";
import { freePort } from "@/sandbox/ports";
import { REVISIONS, runConformance } from "../../support/conformance";
import { startInstance } from "../../support/service";
import { world } from "../../support/world";

const sandbox = world();

/** The suite asks more in a minute than one address may. */
const ROOM = { RATE_LIMIT_PER_MINUTE: "100000" };

describe("the service's tool endpoint, by the protocol's own conformance suite", () => {
  let service: Component & { origin: string };
  beforeAll(async () => {
    service = await startInstance(sandbox, "conformance", ROOM);
  });
  afterAll(() => service.stop());

  it.each(REVISIONS)(
    "does all that %s requires of a server without the suite's fixtures",
    async (revision) => {
      const url = `${service.origin}/api/mcp`;
      const { code, printed } = await runConformance(
        url,
        revision,
        `expected-failures.service.${revision}.yml`,
      );
      expect(code, printed).toBe(0);
    },
  );
});

describe("the same endpoint with the suite's fixtures mounted", () => {
  let fixtures: { origin: string; stop(): Promise<void> };
  beforeAll(async () => {
    const port = await freePort();
    const settings = { ...sandbox.serviceEnv, ...ROOM, PUBLIC_ORIGIN: `http://127.0.0.1:${port}` };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    // Settings are read once a process: what reads them loads after they stand.
    const { startFixtureServer } = await import("../../fixtures/mcp/server");
    fixtures = await startFixtureServer(port);
  });
  afterAll(() => fixtures.stop());

  it.each(REVISIONS)("does all that %s requires, but for what needs a session", async (revision) => {
    const url = `${fixtures.origin}/api/mcp`;
    const { code, printed } = await runConformance(
      url,
      revision,
      `expected-failures.fixtures.${revision}.yml`,
    );
    expect(code, printed).toBe(0);
  });
});
