import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Component } from "@/sandbox/process";
import { freePort } from "@/sandbox/ports";
import { asHeader, newPayer, payFor, post, startInstance, type Payer } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const PATH = "/api/svc-security-headers";
/** A name that the sandbox's resolvers know. */
const HOST = "hardened-fixture.com";

/** Pages of each kind: what they have in common with others is what a grade looks at. */
const GRADED = ["/", "/scanner", "/desks/tvl", "/docs/api"];

/** The page that stands at the site's first address now. */
let shown = "/";

/**
 * The world before this service, as a scanner meets it: plain http leads to https, and https to one of our pages. The
 * scanner's settings map `https://<host>/…` to `<this>/https/<host>/…`.
 */
function site(): Server {
  return createServer((request, reply) => {
    const [, scheme, host, ...rest] = (request.url ?? "").split("/");
    if (scheme === "http") {
      reply.writeHead(301, { location: `https://${host}/` }).end();
      return;
    }
    const path = rest.length === 1 && rest[0] === "" ? shown : `/${rest.join("/")}`;
    const headers = { "x-forwarded-proto": "https", accept: request.headers.accept ?? "*/*" };
    void fetch(sandbox.origin + path, { headers, redirect: "manual" }).then(async (answer) => {
      const kept = [...answer.headers].filter(
        ([name]) => !/^(content-encoding|transfer-encoding|connection|keep-alive)$/.test(name),
      );
      reply.writeHead(answer.status, Object.fromEntries(kept)).end(Buffer.from(await answer.arrayBuffer()));
    });
  });
}

describe("this service's own security desk", () => {
  let server: Server;
  let service: Component & { origin: string };
  let payer: Payer;
  beforeAll(async () => {
    const port = await freePort();
    server = site();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const SCAN_ORIGIN = `http://127.0.0.1:${port}`;
    service = await startInstance(sandbox, "own-grade", { SCAN_ORIGIN, SCAN_SPACING_MS: "1" });
    payer = await newPayer(sandbox, "base");
  });
  afterAll(async () => {
    await service.stop();
    server.close();
  });

  it.each(GRADED)("gives our own %s an A+, with nothing failed", async (page) => {
    shown = page;
    const body = { target: `https://${HOST}`, allowlist: [HOST], authorized: true };
    const payment = asHeader(await payFor(service.origin, PATH, payer));
    const answer = await post({ origin: service.origin, path: PATH, body, payment });
    expect(answer.status).toBe(200);
    const { summary, ...report } = (await answer.json()) as {
      summary: { grade: string; testsFailed: number };
    };
    expect(summary, JSON.stringify(report)).toMatchObject({ grade: "A+", testsFailed: 0 });
  });
});
