import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { describe, expect, it } from "vitest";
import { published } from "@/lib/catalog/published";
import { linkHeader } from "@/lib/discovery/link-header";
import { PAGES } from "@/lib/discovery/pages";
import { renderDocuments } from "@/lib/discovery/render";
import { TAGLINE } from "@/lib/discovery/words";
import { parseLinks } from "@/lib/security/readiness/link-header";
import { readLlmsTxt } from "@/lib/security/readiness/llms-txt";
import { isContentSignal, parseRobots } from "@/lib/security/robots";
import { parseSecurityTxt } from "@/lib/security/security-txt";
import { isSitemap } from "@/lib/security/sitemap";
import { BUILT_AT, SITE } from "../support/discovery-site";

const documents = new Map(renderDocuments(SITE, published, BUILT_AT).map(({ path, body }) => [path, body]));
const text = (name: string): string => documents.get(name) ?? "";

describe("what the security desk asks of others, it finds here", () => {
  it("robots.txt: groups, one of them for AI agents by name, a content signal in each, and the sitemap", () => {
    const { groups, sitemaps, contentSignals } = parseRobots(text("/robots.txt"));
    expect(groups.map(({ agents }) => agents[0])).toEqual(["*", "chatgpt-user", "gptbot"]);
    expect(groups.every(({ rules }) => rules > 0)).toBe(true);
    expect(contentSignals).toHaveLength(groups.length);
    expect(contentSignals.every(isContentSignal)).toBe(true);
    expect(new Set(contentSignals)).toEqual(new Set(["search=yes, ai-input=yes, ai-train=no"]));
    expect(sitemaps).toEqual([`${SITE.origin}/sitemap.xml`]);
  });

  it("security.txt: no error, and no advice but to sign and to encrypt", () => {
    const { valid, errors, recommendations } = parseSecurityTxt(
      text("/.well-known/security.txt"),
      BUILT_AT.getTime(),
    );
    expect([valid, errors]).toEqual([true, []]);
    expect(recommendations.map(({ code }) => code).sort()).toEqual(["no_encryption", "not_signed"]);
  });

  it("llms.txt: a heading first, and not one broken link", () => {
    const { titled, links, brokenLinks } = readLlmsTxt(text("/llms.txt"), SITE.origin);
    expect([titled, brokenLinks]).toEqual([true, 0]);
    expect(links).toBeGreaterThan(published.length);
  });

  it("sitemap.xml: a sitemap of every page, escaped", () => {
    expect(isSitemap(text("/sitemap.xml"), false)).toBe(true);
    for (const { path } of PAGES) expect(text("/sitemap.xml")).toContain(`<loc>${SITE.origin}${path}</loc>`);
  });

  it("the Link header: relations to the catalog, the contract, its documentation and the page in Markdown", () => {
    const links = parseLinks(linkHeader("/index.md"));
    expect(Object.fromEntries(links.map(({ href, rels }) => [rels.join(" "), href]))).toEqual({
      "api-catalog": "/.well-known/api-catalog",
      "service-desc": "/openapi.json",
      "service-doc": "/llms.txt",
      "service-meta": "/.well-known/ai-catalog.json",
      alternate: "/index.md",
    });
  });
});

describe("the list of pages", () => {
  it("has every page whose address has no parameter", () => {
    const root = path.resolve(import.meta.dirname, "../../app/(site)");
    const folders = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => path.basename(file) === "page.tsx" && !file.includes("["))
      .map((file) => `/${path.dirname(file)}`.replace(/\/\.$|\/\([^)]*\)/g, "") || "/");
    expect(existsSync(root)).toBe(true);
    expect(PAGES.map(({ path: address }) => address).sort()).toEqual(folders.sort());
  });
});

describe("the server card", () => {
  // What the card's schema (SEP-2127, v1) asks for.
  const schema = {
    type: "object",
    required: ["$schema", "name", "version", "description"],
    properties: {
      $schema: { const: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json" },
      name: { type: "string", maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
      version: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+$" },
      description: { type: "string", minLength: 1, maxLength: 100 },
      title: { type: "string", minLength: 1, maxLength: 100 },
      websiteUrl: { type: "string" },
      icons: { type: "array", items: { type: "object", required: ["src"] } },
      remotes: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          required: ["type", "url"],
          properties: {
            type: { enum: ["sse", "streamable-http"] },
            url: { type: "string", pattern: "^https?://[^\\s]+$" },
            supportedProtocolVersions: { type: "array", items: { type: "string" } },
          },
        },
      },
    },
    additionalProperties: false,
  };

  it("has the fields of its schema and lists no tools", () => {
    const validate = new Ajv2020().compile(schema);
    const card: unknown = JSON.parse(text("/api/mcp/server-card"));
    expect([validate(card), validate.errors]).toEqual([true, null]);
    expect(validate({ ...(card as object), name: "no-namespace" })).toBe(false);
    expect(TAGLINE.length).toBeLessThanOrEqual(100);
  });
});

describe("the API catalog", () => {
  it("is a link set: contexts with an anchor, relations of typed links that lead somewhere", () => {
    const { linkset } = JSON.parse(text("/.well-known/api-catalog")) as {
      linkset: Record<string, unknown>[];
    };
    expect(linkset.length).toBeGreaterThan(0);
    for (const { anchor, ...relations } of linkset) {
      expect(URL.canParse(String(anchor))).toBe(true);
      expect(Object.keys(relations).length).toBeGreaterThan(0);
      for (const [relation, links] of Object.entries(relations)) {
        expect(["item", "service-desc", "service-doc", "service-meta"]).toContain(relation);
        expect((links as unknown[]).length).toBeGreaterThan(0);
        for (const { href, type } of links as { href: string; type: string }[])
          expect([URL.canParse(href), type.includes("/")]).toEqual([true, true]);
      }
    }
  });
});
