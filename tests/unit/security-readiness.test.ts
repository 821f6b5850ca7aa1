import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  judgeReadiness,
  READINESS_CHECKS,
  type Readiness,
  type ReadinessRow,
} from "@/lib/security/readiness/readiness";
import {
  MCP_PATHS,
  READINESS_GETS,
  type ReadinessAnswers,
  mcpGreeting,
  mcpToolsList,
  onOrigin,
  sitemapPath,
  skillFiles,
} from "@/lib/security/readiness/requests";
import { API_PAGE_PATHS, OPENAPI_PATHS } from "@/lib/security/probes/api-docs";
import { parseObject } from "@/lib/security/openapi";
import { parseLinks } from "@/lib/security/readiness/link-header";
import type { SiteResponse } from "@/lib/security/site-response";
import { runs } from "../support/properties";
import { site } from "../support/site-response";

const ORIGIN = "https://example.com";
const NOW = Date.parse("2026-11-21T00:00:00Z");
const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json";

const json = (value: unknown, type = JSON_TYPE): SiteResponse => site(JSON.stringify(value), { type });
const rpc = (result: unknown): SiteResponse => json({ jsonrpc: "2.0", id: 1, result });

const STREAM = { type: "text/event-stream" };
const TOOLS_EVENT = 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}\n\n';

const SKILL = "# Buy an answer\n";
const SKILL_INDEX = {
  $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
  skills: [
    {
      name: "buy",
      type: "skill-md",
      description: "How to buy",
      url: "/skills/buy.md",
      digest: `sha256:${createHash("sha256").update(SKILL).digest("hex")}`,
    },
  ],
};
const API = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: { "/a": { get: { responses: {} } } },
};
const CARD = {
  $schema: "https://schemas.example/card",
  name: "com.example/shop",
  version: "1",
  description: "Shop",
};
const AGENT_CARD = {
  name: "Shop",
  description: "Sells",
  version: "1",
  supportedInterfaces: [
    { url: "https://example.com/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ],
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["application/json"],
  skills: [{ id: "s", name: "S", description: "does", tags: ["a"] }],
};
const ROBOTS = `User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=no
Allow: /

User-agent: GPTBot
User-agent: ClaudeBot
Disallow: /private

Sitemap: https://example.com/map.xml
`;

/** A site that has all of it. */
const ready: ReadinessAnswers = {
  origin: ORIGIN,
  now: NOW,
  home: site("<!doctype html>", {
    type: HTML,
    headers: { link: '</.well-known/api-catalog>; rel="api-catalog"' },
  }),
  homeAsMarkdown: site("# Shop\n", {
    type: "text/markdown; charset=utf-8",
    headers: { vary: "Accept-Encoding, Accept" },
  }),
  robots: site(ROBOTS),
  sitemap: site("<urlset><url><loc>https://example.com/</loc></url></urlset>", { type: "application/xml" }),
  llmsTxt: site(
    "# Shop\n\n> Sells\n\n## Docs\n\n- [API](/docs.md): all of it\n- [Home](https://example.com)\n",
  ),
  openapiJson: json(API),
  openapiYaml: site("", { status: 404 }),
  apiCatalog: json(
    {
      linkset: [
        { anchor: "https://example.com/api", "service-desc": [{ href: "/openapi.json", type: JSON_TYPE }] },
      ],
    },
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  ),
  mcpGreeting: rpc({
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    resultType: "complete",
  }),
  mcpTools: rpc({ tools: [{ name: "buy", inputSchema: { type: "object" } }] }),
  mcpCard: json(CARD, "application/mcp-server-card+json"),
  mcpManifest: site("", { status: 404 }),
  aiCatalog: site("", { status: 404 }),
  agentCard: json(AGENT_CARD),
  agentSkills: json(SKILL_INDEX),
  skillFiles: new Map([["/skills/buy.md", site(SKILL, { type: "text/markdown" })]]),
  oauthResource: json({
    resource: "https://example.com",
    authorization_servers: ["https://auth.example.com"],
  }),
  oauthServer: site("", { status: 404 }),
  securityTxt: site("Contact: mailto:security@example.com\nExpires: 2027-03-01T00:00:00Z\n", {
    url: "https://example.com/.well-known/security.txt",
  }),
  securityTxtAtRoot: site("", { status: 404 }),
};

const withAll = (answer: SiteResponse | null): ReadinessAnswers => ({
  ...ready,
  ...Object.fromEntries(Object.keys(READINESS_GETS).map((key) => [key, answer])),
  sitemap: answer,
  mcpGreeting: answer,
  mcpTools: answer,
  skillFiles: new Map(),
});
const row = (answers: Partial<ReadinessAnswers>, id: string): ReadinessRow | undefined =>
  judgeReadiness({ ...ready, ...answers }).rows.find((one) => one.id === id);
const verdicts = ({ rows }: Readiness): string[] => [...new Set(rows.map(({ verdict }) => verdict))].sort();

describe("the readiness table", () => {
  it("has a hundred points and names each row once", () => {
    expect(READINESS_CHECKS.reduce((sum, check) => sum + check.points, 0)).toBe(100);
    expect(new Set(READINESS_CHECKS.map(({ id }) => id)).size).toBe(READINESS_CHECKS.length);
    for (const { documentation } of READINESS_CHECKS) expect(URL.canParse(documentation)).toBe(true);
  });

  it("gives 100 to a site that has all of it", () => {
    const { score, earned, judged, rows } = judgeReadiness(ready);
    expect(rows.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
    expect([score, earned, judged]).toEqual([100, 100, 100]);
    for (const one of rows) expect(one.fix).toBeNull();
  });

  it("gives 0, with a fix in every row, to a site that answers everything with its page", () => {
    const report = judgeReadiness(withAll(site("<!doctype html><div id=root></div>", { type: HTML })));
    expect(report.score).toBe(0);
    expect(report.rows.filter(({ verdict }) => verdict === "pass")).toEqual([]);
    for (const one of report.rows)
      if (one.verdict === "fail") expect([one.fix, one.came]).not.toContain(null);
    expect(report.rows.find(({ id }) => id === "auth-metadata")?.verdict).toBe("not_applicable");
  });

  it("gives 0 to a site that has none of it", () => {
    const report = judgeReadiness({
      ...withAll(site("", { status: 404 })),
      home: site("<html>", { type: HTML }),
    });
    expect([report.score, report.judged]).toEqual([0, 96]);
  });

  it("gives no score where nothing could be judged", () => {
    for (const answer of [null, site("busy", { status: 503 })]) {
      const report = judgeReadiness(withAll(answer));
      expect([report.score, report.judged]).toEqual([null, 0]);
      expect(verdicts(report)).toEqual(["inconclusive"]);
    }
  });

  it("takes what doesn't apply and what stayed open out of the denominator", () => {
    const none = site("", { status: 404 });
    const report = judgeReadiness({ ...ready, oauthResource: none, llmsTxt: null, agentCard: none });
    expect([report.judged, report.earned]).toEqual([100 - 4 - 8, 100 - 4 - 8 - 6]);
    expect(report.score).toBe(Math.round((100 * 82) / 88));
  });
});

describe("a row of the readiness table", () => {
  it.each([
    ["robots", { robots: site(ROBOTS, { type: HTML }) }, "fail"],
    ["robots", { robots: site("Sitemap: /a") }, "fail"],
    ["sitemap", { sitemap: site("<urlset></urlset>", { type: "text/xml" }) }, "fail"],
    ["sitemap", { sitemap: site("<html><loc>", { type: HTML }) }, "fail"],
    ["sitemap", { robots: site("User-agent: *\nAllow: /") }, "fail"],
    ["sitemap", { robots: null }, "inconclusive"],
    [
      "link-header",
      { home: site("", { type: HTML, headers: { link: '</a>; rel="stylesheet", </b>; rel=service-doc' } }) },
      "pass",
    ],
    [
      "link-header",
      { home: site("", { type: HTML, headers: { link: '</api-catalog>; rel="next"' } }) },
      "fail",
    ],
    ["llms-txt", { llmsTxt: site("Shop\n# Later") }, "fail"],
    ["llms-txt", { llmsTxt: site("## Shop") }, "fail"],
    [
      "llms-txt",
      { llmsTxt: site("\uFEFF\n# Shop\r\n## Docs\r\n* [a](b.md)\r\n", { type: "text/markdown" }) },
      "pass",
    ],
    ["llms-txt", { llmsTxt: site("# Shop\n## Docs\n- [API]()") }, "fail"],
    ["llms-txt", { llmsTxt: site("# Shop\n## Docs\n- [API](javascript:alert(1))") }, "fail"],
    ["llms-txt", { llmsTxt: site("# Shop\n- a free list\n") }, "pass"],
    ["llms-txt", { llmsTxt: site("# Shop\n## Docs\n- [API [v2]](/wiki/API_(v2)): of it") }, "pass"],
    ["llms-txt", { llmsTxt: site("# Shop\n## Docs\n- [API](/wiki/API_(v2)") }, "fail"],
    ["markdown", { homeAsMarkdown: site("# Shop", { type: "text/markdown" }) }, "fail"],
    [
      "markdown",
      { homeAsMarkdown: site("<html>", { type: "text/markdown", headers: { vary: "accept" } }) },
      "fail",
    ],
    ["markdown", { home: site("# Shop", { type: "text/markdown" }) }, "fail"],
    ["ai-agents", { robots: site("User-agent: *\nAllow: /") }, "fail"],
    ["ai-agents", { robots: site("User-agent: GPTBot\n") }, "fail"],
    ["content-signal", { robots: site("User-agent: *\nContent-Signal: search=maybe") }, "fail"],
    ["content-signal", { robots: site("User-agent: *\nContent-Signal: ai-train=no, use=reference") }, "pass"],
    ["openapi", { openapiJson: json({ ...API, openapi: "3.0.3" }) }, "pass"],
    ["openapi", { openapiJson: json({ ...API, openapi: "3.0.3", paths: { "/a": { get: {} } } }) }, "fail"],
    ["openapi", { openapiJson: json({ ...API, paths: { a: {} } }) }, "fail"],
    ["openapi", { openapiJson: json({ ...API, info: { title: "Shop" } }) }, "fail"],
    [
      "openapi",
      { openapiJson: json({ swagger: "2.0", info: { title: "a", version: "1" }, paths: {} }) },
      "fail",
    ],
    [
      "openapi",
      {
        openapiJson: json({
          ...API,
          paths: { "/a": { get: { operationId: "x" }, put: { operationId: "x" } } },
        }),
      },
      "fail",
    ],
    [
      "openapi",
      {
        openapiJson: site("", { status: 404 }),
        openapiYaml: site("openapi: 3.1.0\ninfo:\n  title: a\npaths:\n  /a: {}\n", {
          type: "application/yaml",
        }),
      },
      "pass",
    ],
    ["api-catalog", { apiCatalog: json({ linkset: [{ anchor: "/", item: [{ href: "/a" }] }] }) }, "fail"],
    ["api-catalog", { apiCatalog: json({ linkset: [] }, "application/linkset+json") }, "fail"],
    ["api-catalog", { apiCatalog: json({ linkset: [{ anchor: "/" }] }, "application/linkset+json") }, "fail"],
    [
      "api-catalog",
      { apiCatalog: json({ linkset: [{ item: ["/a"] }] }, "application/linkset+json") },
      "fail",
    ],
    [
      "mcp",
      { mcpGreeting: rpc({ protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "a" } }) },
      "pass",
    ],
    [
      "mcp",
      {
        mcpTools: site(TOOLS_EVENT, STREAM),
      },
      "pass",
    ],
    ["mcp", { mcpTools: site(`: wait\n\nid: 0\ndata:\n\n${TOOLS_EVENT}`, STREAM) }, "pass"],
    ["mcp", { mcpGreeting: json({ jsonrpc: "2.0", id: 1, error: { code: -32601, message: "no" } }) }, "fail"],
    ["mcp", { mcpGreeting: json({ ok: true }) }, "fail"],
    ["mcp", { mcpGreeting: rpc({ hello: "world" }) }, "fail"],
    ["mcp", { mcpGreeting: site("", { status: 401 }) }, "inconclusive"],
    ["mcp", { mcpTools: rpc({ tools: [{ name: "a" }] }) }, "fail"],
    ["mcp", { mcpTools: rpc({ tools: [1] }) }, "fail"],
    [
      "mcp",
      {
        mcpTools: rpc({
          tools: [
            { name: "a", inputSchema: { type: "object" } },
            { name: "a", inputSchema: { type: "object" } },
          ],
        }),
      },
      "fail",
    ],
    ["mcp-card", { mcpCard: json({ ...CARD, name: "shop" }) }, "fail"],
    ["mcp-card", { mcpCard: site("", { status: 404 }), mcpManifest: json(CARD) }, "pass"],
    [
      "mcp-card",
      {
        mcpCard: site("", { status: 404 }),
        aiCatalog: json({
          specVersion: "1.0",
          entries: [{ type: "application/mcp-server-card+json", url: "/card" }],
        }),
      },
      "pass",
    ],
    [
      "mcp-card",
      { mcpCard: site("", { status: 404 }), aiCatalog: json({ specVersion: "1.0", entries: [{}] }) },
      "fail",
    ],
    ["agent-card", { agentCard: json({ ...AGENT_CARD, supportedInterfaces: [] }) }, "fail"],
    ["agent-card", { agentCard: json({ ...AGENT_CARD, skills: [{ id: "s" }] }) }, "fail"],
    [
      "agent-card",
      { agentCard: json({ ...AGENT_CARD, url: "https://example.com", supportedInterfaces: undefined }) },
      "fail",
    ],
    ["agent-skills", { skillFiles: new Map([["/skills/buy.md", site("changed")]]) }, "fail"],
    ["agent-skills", { skillFiles: new Map([["/skills/buy.md", null]]) }, "inconclusive"],
    ["agent-skills", { agentSkills: json({ ...SKILL_INDEX, $schema: "other" }) }, "fail"],
    [
      "agent-skills",
      { agentSkills: json({ ...SKILL_INDEX, skills: [{ ...SKILL_INDEX.skills[0], digest: "md5:1" }] }) },
      "fail",
    ],
    ["auth-metadata", { oauthResource: json({ resource: "http://example.com" }) }, "fail"],
    [
      "auth-metadata",
      {
        oauthResource: site("", { status: 404 }),
        oauthServer: json({
          issuer: "https://example.com",
          response_types_supported: ["code"],
          token_endpoint: "https://example.com/token",
        }),
      },
      "pass",
    ],
    [
      "auth-metadata",
      {
        oauthResource: site("", { status: 404 }),
        mcpGreeting: site("", { status: 401, headers: { "www-authenticate": "Bearer" } }),
      },
      "fail",
    ],
    ["auth-metadata", { oauthResource: site("<html>", { type: HTML }) }, "not_applicable"],
    ["security-txt", { securityTxt: site("Contact: me\n", { url: "https://example.com/" }) }, "fail"],
    ["security-txt", { securityTxt: null }, "inconclusive"],
  ] satisfies [string, Partial<ReadinessAnswers>, string][])("%s %#: is %s", (id, answers, verdict) => {
    expect(row(answers, id)?.verdict).toBe(verdict);
  });

  it("names the fields that a document lacks, and of a list that is missing no more than that", () => {
    const old = {
      name: "Desk",
      description: "A desk.",
      version: "1",
      url: "https://example.com/a2a",
      skills: [{ id: "a" }],
    };
    expect(row({ agentCard: json(old) }, "agent-card")).toMatchObject({
      verdict: "fail",
      came: "A document whose required fields are missing or wrong: capabilities, defaultInputModes, defaultOutputModes, supportedInterfaces, skills[].name, skills[].description, skills[].tags.",
    });
    const index = { ...SKILL_INDEX, $schema: "https://elsewhere.example/schema.json" };
    expect(row({ agentSkills: json(index) }, "agent-skills")?.came).toMatch(/: \$schema\.$/);
    const came = row({ oauthResource: json({ resource: "http://example.com" }) }, "auth-metadata")?.came;
    expect(came).toMatch(/: resource\.$/);
    expect(row({ mcpCard: json({ name: "desk", version: "1" }) }, "mcp-card")?.came).toMatch(
      /: \$schema, name, description\.$/,
    );
  });

  it("tells of several places the one where a faulty document came, not the first where none did", () => {
    const none = site("", { status: 404 });
    const places = { mcpCard: none, mcpManifest: json({ name: "a/b", version: "1" }), aiCatalog: none };
    expect(row(places, "mcp-card")?.came).toMatch(/missing or wrong: \$schema, description\.$/);
  });

  it("names the content type that is the wrong one, cleaned", () => {
    const came = (type: string) => row({ llmsTxt: site("# A", { type }) }, "llms-txt")?.came;
    expect(came("text/html; charset=utf-8")).toBe("An answer of the wrong content type: text/html.");
    expect(came("a <b>type</b>")).not.toContain("<b>");
  });

  it("reads few events of a stream, since each of a million empty ones would cost time", () => {
    const late = site("\n".repeat(2 ** 21) + TOOLS_EVENT, STREAM);
    expect(row({ mcpTools: late }, "mcp")?.verdict).toBe("fail");
  });
});

describe("what readiness asks for", () => {
  it("stays within a scan's 32 requests, with everything else that a scan asks", () => {
    const gets = new Set<string>(
      Object.values(READINESS_GETS).map(({ path, headers }) => `${path} ${headers.accept}`),
    );
    for (const path of [...OPENAPI_PATHS, ...API_PAGE_PATHS]) gets.add(`${path} */*`);
    const sitemapAndSkill = 2;
    const mcp = MCP_PATHS.length + 1;
    const leaks = 3; // .env and git's two
    const controls = 2;
    const corsAndPlainHttp = 2;
    expect(gets.size + sitemapAndSkill + mcp + leaks + controls + corsAndPlainHttp).toBeLessThanOrEqual(32);
  });

  it("is JSON-RPC of the revision it names", () => {
    const modern = mcpToolsList("/mcp", null);
    expect(modern.headers).toMatchObject({
      "mcp-method": "tools/list",
      "mcp-protocol-version": "2026-07-28",
    });
    const legacy = mcpGreeting("/mcp", "initialize");
    expect(legacy.headers).not.toHaveProperty("mcp-method");
    expect(parseObject(legacy.body ?? "")).toMatchObject({
      method: "initialize",
      params: { protocolVersion: "2025-11-25" },
    });
  });

  it.each([
    ["/a?b=1#c", "/a?b=1"],
    ["https://example.com/a", "/a"],
    ["https://example.com.evil.net/a", null],
    ["//elsewhere.net/a", null],
    ["http://example.com/a", null],
    ["https://u:p@elsewhere.net/", null],
    ["javascript:1", null],
    ["blob:https://example.com/9115d58c-bcda-ff47-86e5-083e9a215304", null],
    ["/".repeat(3_000), null],
  ])("follows %j as %j", (address, path) => {
    expect(onOrigin(address, ORIGIN)).toBe(path);
  });

  it("takes the sitemap that robots.txt names on the same origin", () => {
    expect(sitemapPath(ready.robots, ORIGIN)).toBe("/map.xml");
    expect(sitemapPath(site("User-agent: *\nSitemap: https://cdn.net/a.xml"), ORIGIN)).toBe("/sitemap.xml");
    expect(sitemapPath(null, ORIGIN)).toBe("/sitemap.xml");
  });

  it("takes one skill's file on the same origin", () => {
    expect(skillFiles(SKILL_INDEX, ORIGIN)).toEqual(["/skills/buy.md"]);
    expect(
      skillFiles({ skills: [{ url: "https://cdn.net/a" }, 3, { url: "/b" }, { url: "/c" }] }, ORIGIN),
    ).toEqual(["/b"]);
    expect(skillFiles({}, ORIGIN)).toEqual([]);
  });
});

describe("parseLinks", () => {
  it.each([
    ['</a>; rel="x y"', [{ href: "/a", rels: ["x", "y"] }]],
    ["</a>;title=b;REL=X, <b>; rel=z", [{ href: "/a", rels: ["x"] }, { href: "b", rels: ["z"] }]], // prettier-ignore
    ["/a; rel=x", []],
    ["</a>", []],
    ["", []],
  ])("%j", (header, links) => {
    expect(parseLinks(header)).toEqual(links);
  });
});

describe("whatever a site answers", () => {
  const document = fc.oneof(
    fc.json(),
    fc.constantFrom(...[API, CARD, AGENT_CARD, SKILL_INDEX].map((one) => JSON.stringify(one))),
    fc.string({ unit: "binary" }),
    fc.constantFrom(ROBOTS, "# a\n## b\n- [", "data: {}\n\n", "<urlset><loc>"),
  );
  const answer = fc.oneof(
    fc.constant(null),
    fc
      .record({
        document,
        status: fc.constantFrom(200, 200, 200, 206, 301, 401, 404, 503),
        type: fc.constantFrom(
          null,
          HTML,
          JSON_TYPE,
          "text/plain",
          "text/markdown",
          "application/linkset+json",
          "text/event-stream",
        ),
        truncated: fc.boolean(),
      })
      .map(({ document: body, status, type, truncated }) => site(body, { status, type, truncated })),
  );

  it("readiness judges it without throwing, between 0 and 100", () => {
    fc.assert(
      fc.property(fc.array(answer, { minLength: 20, maxLength: 20 }), (answers) => {
        const keys = [...Object.keys(READINESS_GETS), "sitemap", "mcpGreeting", "mcpTools"];
        const given = Object.fromEntries(keys.map((key, place) => [key, answers[place] ?? null]));
        const { score, rows } = judgeReadiness({ ...ready, ...given });
        expect(score === null || (score >= 0 && score <= 100)).toBe(true);
        expect(rows.length).toBeGreaterThan(0);
        for (const { came } of rows) expect(came.length).toBeLessThanOrEqual(512);
      }),
      runs(3),
    );
  });
});
