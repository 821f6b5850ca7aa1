import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { fetchReadiness } from "@/lib/security/audit/fetch-readiness";
import { observeSite } from "@/lib/security/audit/observe-site";
import { surveySurface } from "@/lib/security/audit/survey-surface";
import type { VisitedSite } from "@/lib/security/audit/visit-site";
import { PUBLIC_SUFFIXES } from "@/lib/security/gate/public-suffix";
import { gradeHeaders } from "@/lib/security/grade/grade";
import { readAnswer } from "@/lib/security/probes/answer";
import { blockedBy } from "@/lib/security/probes/block-page";
import { judgeReadiness } from "@/lib/security/readiness/readiness";
import { createScanFetch } from "@/lib/security/scan-fetch";
import { Turns } from "@/lib/security/scan-fetch/turns";
import { listen, type Listening } from "@/sandbox/host/listen";
import { site } from "../support/site-response";

/** Sites that answer oddly, over sockets of their own: what a report says of them must have come from them. */

type Answer = (request: IncomingMessage, response: ServerResponse, path: string, body: string) => void;

const HOST = "odd-fixture.com";
let listening: Listening | null = null;
afterEach(() => listening?.close());

/** A visit to a site that answers so; `path` has neither scheme nor host. What has no answer of its own is 404. */
async function visitTo(answer: Answer): Promise<VisitedSite> {
  const server = await listen(0, (request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const path = (request.url ?? "").replace(/^\/https?\/[^/]+/, "");
      answer(request, response, path, body);
      if (!response.headersSent && !response.destroyed) response.writeHead(404).end("none");
    });
  });
  listening = server;
  const target = { origin: `https://${HOST}`, host: HOST, registrableDomain: HOST, self: false };
  const scan = createScanFetch({
    target,
    gate: {
      own: { publicOrigin: "https://service.example", aliases: [] },
      selfAudit: false,
      suffixes: PUBLIC_SUFFIXES,
    },
    egress: { send: fetch, origin: server.url },
    userAgent: "test",
    sign: () => Promise.resolve({}),
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    budget: 64,
    service: new Turns(100),
  });
  const home = await scan.get({ address: "/", headers: {}, maxBytes: 65_536, redirects: 3 });
  if (!home.ok) throw new Error(home.failure);
  return { target, scan, home, robots: site("", { status: 404 }), now: new Date("2026-11-21T00:00:00Z") };
}

const page = (response: ServerResponse, html = "<h1>Home</h1>"): void =>
  void response.writeHead(200, { "content-type": "text/html" }).end(html);

describe("an MCP endpoint", () => {
  const mcpRow = async (visit: VisitedSite) =>
    judgeReadiness(await fetchReadiness(visit)).rows.find(({ id }) => id === "mcp");

  const TOOLS = { tools: [{ name: "buy", inputSchema: { type: "object" } }] };
  /** A server of an earlier revision that keeps a session and is strict about it, as the official SDKs are. */
  const stateful: Answer = (request, response, path, body) => {
    if (path === "/") return page(response);
    if (path !== "/mcp" || request.method !== "POST") return;
    const { method, id } = JSON.parse(body) as { method: string; id?: number };
    const reply = (status: number, value: object, headers = {}): void =>
      void response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify({ jsonrpc: "2.0", id: id ?? null, ...value }));
    const refuse = (message: string): void => reply(400, { error: { code: -32_000, message } });
    if (method === "initialize") {
      greeted = false;
      const result = {
        protocolVersion: "2025-03-26",
        capabilities: {},
        serverInfo: { name: "a", version: "1" },
      };
      return reply(200, { result }, { "mcp-session-id": "s-1" });
    }
    if (request.headers["mcp-session-id"] !== "s-1") return refuse("Mcp-Session-Id header is required");
    if (request.headers["mcp-protocol-version"] !== "2025-03-26")
      return refuse("Unsupported protocol version");
    if (method === "notifications/initialized") {
      greeted = true;
      return void response.writeHead(202).end();
    }
    return greeted ? reply(200, { result: TOOLS }) : refuse("Received request before initialization");
  };
  let greeted = false;

  it("that keeps sessions is spoken to within the one that it opened", async () => {
    expect(await mcpRow(await visitTo(stateful))).toMatchObject({ verdict: "pass", came: "1 tools." });
  });

  it("that breaks off at its first place is not said to be none because the second has none", async () => {
    const visit = await visitTo((_request, response, path) => {
      if (path === "/") page(response);
      else if (path === "/mcp") response.destroy();
    });
    expect(await mcpRow(visit)).toMatchObject({ verdict: "inconclusive" });
  });

  it("that is in trouble at its second place is not said to be none because the first has none", async () => {
    const visit = await visitTo((_request, response, path) => {
      if (path === "/") page(response);
      else if (path === "/api/mcp") response.writeHead(503).end();
    });
    expect(await mcpRow(visit)).toMatchObject({ verdict: "inconclusive" });
  });
});

describe("an MCP endpoint that asks for a sign-in", () => {
  const METADATA = "/.well-known/oauth-protected-resource/mcp";
  const verdictOf = async (challenge: string) => {
    const asked: string[] = [];
    const visit = await visitTo((request, response, path) => {
      asked.push(path);
      if (path === "/") page(response);
      else if (path === "/mcp" && request.method === "POST")
        response.writeHead(401, { "www-authenticate": challenge }).end();
      else if (path === METADATA)
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ resource: `https://${HOST}/mcp`, authorization_servers: ["https://a.net"] }));
    });
    const { rows } = judgeReadiness(await fetchReadiness(visit));
    return [rows.find(({ id }) => id === "auth-metadata")?.verdict, asked.includes(METADATA)];
  };

  it.each([
    [`Bearer resource_metadata="https://${HOST}${METADATA}"`, ["pass", true]],
    [`Bearer realm="a", resource_metadata=https://${HOST}${METADATA}`, ["pass", true]],
    [`Bearer resource_metadata="https://elsewhere.net${METADATA}"`, ["fail", false]],
    ["Bearer", ["fail", false]],
  ])("with %s has its metadata read where it says, on its own origin", async (challenge, expected) => {
    expect(await verdictOf(challenge)).toEqual(expected);
  });
});

describe("a sitemap in a gzip file", () => {
  const xml = `<?xml version="1.0"?><urlset><url><loc>https://${HOST}/</loc></url></urlset>`;
  const endless = `${xml.slice(0, -9)}${"<url><loc>https://odd-fixture.com/a</loc></url>".repeat(200_000)}`;

  it.each([
    ["is read", gzipSync(xml), "application/x-gzip", "pass"],
    ["is read as far as any document", gzipSync(endless), "application/gzip", "pass"],
    ["that is none is not", Buffer.from("<h1>Home</h1>"), "application/gzip", "fail"],
    ["that broke off is not", gzipSync(xml).subarray(0, 40), "application/gzip", "fail"],
    ["that holds a page is not", gzipSync("<h1>Home</h1>"), "application/gzip", "fail"],
  ])("%s", async (_what, file, type, verdict) => {
    const visit = await visitTo((_request, response, path) => {
      if (path === "/") page(response);
      else if (path === "/map.xml.gz") response.writeHead(200, { "content-type": type }).end(file);
    });
    const robots = site(`User-agent: *\nDisallow:\nSitemap: https://${HOST}/map.xml.gz\n`);
    const { rows } = judgeReadiness(await fetchReadiness({ ...visit, robots }));
    expect(rows.find(({ id }) => id === "sitemap")?.verdict).toBe(verdict);
  });
});

describe("a request from a foreign origin", () => {
  it.each([
    ["429", 429, "slow down"],
    ["a challenge", 403, "<title>Just a moment...</title>"],
    ["a protection service's refusal", 403, "error code: 1020"],
  ])("that meets %s proves nothing about who may read the answers", async (_what, status, body) => {
    const visit = await visitTo((request, response, path) => {
      if (path !== "/") return;
      if (request.headers.origin === undefined) page(response);
      else response.writeHead(status).end(body);
    });
    const { observation } = await observeSite(visit);
    const graded = gradeHeaders(observation).rows.find(({ id }) => id === "cross-origin-resource-sharing");
    const { rows } = await surveySurface(visit);
    expect([graded?.pass, rows.find(({ id }) => id === "cors")?.status]).toEqual([null, "inconclusive"]);
  });
});

describe("a type that was sent twice", () => {
  it("hides neither a page's scripts nor its policy", async () => {
    const visit = await visitTo((_request, response, path) => {
      if (path !== "/") return;
      response.writeHead(200, [
        ["content-type", "text/html"],
        ["content-type", "text/html; charset=utf-8"],
      ]);
      response.end(
        `<meta http-equiv="content-security-policy" content="default-src 'none'"><script src="https://cdn.net/a.js"></script>`,
      );
    });
    const { observation } = await observeSite(visit);
    const results = gradeHeaders(observation).rows.map(({ result }) => result);
    expect(results).toContain("sri-not-implemented-but-external-scripts-loaded-securely");
    expect(results).toContain("csp-implemented-with-no-unsafe-default-src-none");
  });
});

describe("a page of more tags than are read", () => {
  it("has no result for its scripts", async () => {
    const hidden = `${"<meta name=a content=b>".repeat(6_000)}<script src="http://cdn.net/a.js"></script>`;
    const visit = await visitTo((_request, response, path) => {
      if (path === "/") page(response, hidden);
    });
    const { observation } = await observeSite({
      ...visit,
      home: { ...visit.home, response: site(hidden, { type: "text/html" }) },
    });
    const sri = gradeHeaders(observation).rows.find(({ id }) => id === "subresource-integrity");
    expect(sri?.result).toBe("sri-not-tested");
  });
});

describe("a protection service that refuses with 200", () => {
  const F5 =
    "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 4182</body></html>";
  const told =
    "<title>Our firewall</title><p>It said: The requested URL was rejected. Please consult with</p>";

  it("is told by its page", () => {
    expect(blockedBy(site(F5, { type: "text/html" }))).toBe("F5");
    expect(blockedBy(site(told, { type: "text/html" }))).toBeNull();
    expect(blockedBy(site(told, { type: "text/html", status: 403 }))).toBe("F5");
  });

  it("leaves a path refused, not empty", async () => {
    const visit = await visitTo((_request, response, path) => {
      if (path === "/") page(response);
      else if (path === "/.env") page(response, F5);
      else if (path === "/.git/HEAD") page(response, "<p>Incapsula incident ID: 7-1</p>");
    });
    const { rows } = await surveySurface(visit);
    expect(rows.filter(({ id }) => id === "env" || id === "git").map(({ status }) => status)).toEqual([
      "blocked",
      "blocked",
    ]);
    expect(readAnswer(site("error code: 1020", { status: 406 }))).toMatchObject({ status: "blocked" });
  });
});

describe("a security.txt behind a redirect", () => {
  const FILE = "Contact: https://odd-fixture.com/report\nExpires: 2027-03-01T00:00:00Z\n";
  const both = async (visit: VisitedSite) => {
    const { rows, findings } = await surveySurface(visit);
    const { rows: checks } = judgeReadiness(await fetchReadiness(visit));
    return [
      rows.find(({ id }) => id === "security-txt")?.status,
      checks.find(({ id }) => id === "security-txt")?.verdict,
      findings.filter(({ title }) => title.includes("security.txt")).length,
    ];
  };
  const leadsTo =
    (location: string, file: string): Answer =>
    (_request, response, path) => {
      if (path === "/") page(response);
      else if (path === "/.well-known/security.txt") response.writeHead(301, { location }).end();
      else if (path === "/static/security.txt")
        response.writeHead(200, { "content-type": "text/plain" }).end(file);
    };

  it("within the site is read", async () => {
    const visit = await visitTo((request, response, path, body) => {
      leadsTo(`${listening?.url ?? ""}/static/security.txt`, FILE)(request, response, path, body);
    });
    expect(await both(visit)).toEqual(["inconclusive", "inconclusive", 0]); // another host's: not followed
    await listening?.close();
    expect(await both(await visitTo(leadsTo("/static/security.txt", FILE)))).toEqual(["present", "pass", 0]);
  });

  it("that leads to a page is none", async () => {
    const visit = await visitTo(leadsTo("/static/security.txt", "<h1>Sign in</h1>"));
    expect(await both(visit)).toEqual(["absent", "fail", 1]);
  });
});
