import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isPaid, priceOf } from "@/lib/catalog/define";
import type { PublishedRoute } from "@/lib/catalog/document";
import { formatUsd } from "@/lib/catalog/money";
import { published } from "@/lib/catalog/published";
import { DOCUMENTS, ROUTE_CONTRACT, SKILL_PATH } from "@/lib/discovery/documents";
import type { OpenApiDocument } from "@/lib/discovery/openapi/format";
import { renderDocuments } from "@/lib/discovery/render";
import { toolServerName } from "@/lib/discovery/server-card";
import type { Site } from "@/lib/discovery/site";
import { BUILT_AT, routeAt, SITE } from "../support/discovery-site";

const shown = published.filter(({ audience }) => audience === "public");

function documentsOf(site: Site = SITE, entries: readonly PublishedRoute[] = published): Map<string, string> {
  return new Map(renderDocuments(site, entries, BUILT_AT).map(({ path, body }) => [path, body]));
}
const documents = documentsOf();
const text = (path: string, of = documents): string => of.get(path) ?? "";
const json = (path: string, of = documents): Record<string, unknown> =>
  JSON.parse(text(path, of)) as Record<string, unknown>; // its members are asserted one by one

/** Documents that list routes, and how each names one with its price. */
const markdownLine = ({ method, path, ...entry }: PublishedRoute): string =>
  `- [${method} ${path}](${SITE.origin}${path}): ${isPaid(entry) ? formatUsd(priceOf(entry)) : "free"}. `;
const LISTS = ["/llms.txt", SKILL_PATH] as const;

describe("documents that list routes", () => {
  it.each(LISTS)("%s names every public route with its price", (path) => {
    const lines = text(path).split("\n");
    expect(shown.length).toBeGreaterThan(0);
    for (const entry of shown)
      expect(lines.filter((line) => line.startsWith(markdownLine(entry)))).toHaveLength(1);
  });

  it("the agent card has a skill for every route that is sold as one, with its price, each under an id of its own", () => {
    const { skills } = json("/.well-known/agent-card.json") as {
      skills: { id: string; description: string; tags: string[] }[];
    };
    const sold = shown.filter(({ tool }) => tool !== null);
    expect(skills.map(({ id }) => id).sort()).toEqual(sold.map(({ tool }) => tool).sort());
    for (const entry of sold) {
      const skill = skills.find(({ description }) =>
        description.includes(` ${entry.method} ${entry.path}, `),
      );
      expect(skill?.description).toContain(isPaid(entry) ? formatUsd(priceOf(entry)) : "free");
      expect(skill?.tags).toContain(isPaid(entry) ? "paid" : "free");
    }
  });

  it("/.well-known/x402 has the full address of every paid route and of no other", () => {
    const { version, resources } = json("/.well-known/x402");
    expect(version).toBe(1);
    expect(resources).toEqual(shown.filter(isPaid).map(({ path }) => `${SITE.origin}${path}`));
  });

  it("have a route that was added, and none that is an operator's", () => {
    const added = routeAt("/api/svc-added", { tier: "bundle" });
    const hidden = routeAt("/api/cron/hidden", { audience: "schedule", tier: "free", gate: "open" });
    const rendered = documentsOf(SITE, [...published, added, hidden]);
    for (const path of [...LISTS, "/.well-known/agent-card.json", "/.well-known/x402"])
      expect(text(path, rendered)).toContain(added.path);
    for (const path of LISTS) expect(text(path, rendered)).toContain(markdownLine(added));
    const operators = [hidden, ...published.filter(({ audience }) => audience !== "public")];
    for (const body of rendered.values()) for (const { path } of operators) expect(body).not.toContain(path);
  });
});

describe("every document", () => {
  it("is on the list of documents, once, or one route's contract", () => {
    const contracts = new Set(shown.map(({ label }) => ROUTE_CONTRACT.path(label)));
    const paths = [...DOCUMENTS.map(({ path }) => path), ...contracts];
    for (const path of contracts) expect(documents.has(path), path).toBe(true);
    expect(new Set(paths).size).toBe(paths.length);
    expect(documents.size).toBeGreaterThan(0);
    for (const path of documents.keys()) expect(paths).toContain(path);
  });

  it("names no other origin of its own than the site's", () => {
    const moved = documentsOf({ ...SITE, origin: "http://127.0.0.1:3999" });
    // The contract's examples show answers of some service, not this one's.
    const said = (body: string): string =>
      JSON.stringify(JSON.parse(body), (key, value: unknown) => (key === "example" ? undefined : value));
    expect([...moved.keys()]).toEqual([...documents.keys()]);
    for (const [path, body] of moved)
      expect(path.startsWith("/openapi") ? said(body) : body, path).not.toContain("svc.example.com");
  });

  it("says what is made up where a notice is set", () => {
    const noted = documentsOf({ ...SITE, notice: "Nothing here is real." });
    expect(text("/llms.txt", noted)).toContain("Nothing here is real.");
  });
});

describe.each([...new Set(shown.map(({ label }) => label))])("the contract of %s", (label) => {
  const own = json(ROUTE_CONTRACT.path(label)) as unknown as OpenApiDocument;
  const whole = json("/openapi.json") as unknown as OpenApiDocument;

  it("says of its route what the whole one says, and of no other anything", () => {
    const paths = shown.filter((entry) => entry.label === label).map(({ path }) => path);
    expect(Object.keys(own.paths)).toEqual([...new Set(paths)]);
    const untagged = (document: OpenApiDocument, path: string): unknown =>
      JSON.parse(
        JSON.stringify(document.paths[path], (key, value: unknown) => (key === "tags" ? undefined : value)),
      );
    for (const path of paths) expect(untagged(own, path)).toEqual(untagged(whole, path));
    expect(own.info.title).toBe(whole.info.title);
    expect(own.info["x-guidance"]).not.toContain("()");
  });

  it("has every component that it refers to, as the whole one has it, and none that it does not need", () => {
    const text = JSON.stringify(own);
    for (const [, kind = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g))
      expect(own.components).toHaveProperty([kind, name]);
    for (const [kind, members] of Object.entries(own.components))
      for (const [name, component] of Object.entries(members)) {
        expect(whole.components).toHaveProperty([kind, name], component);
        const mention = kind === "securitySchemes" ? `"${name}":[]` : `"#/components/${kind}/${name}"`;
        expect(text.includes(mention), `${kind} ${name}`).toBe(true);
      }
  });
});

describe("/.well-known/security.txt", () => {
  it("says whom to write to, until within a year of the build", () => {
    const fields = new Map(
      text("/.well-known/security.txt")
        .trimEnd()
        .split("\n")
        .map((line) => line.split(": ") as [string, string]),
    );
    expect(fields.get("Contact")).toBe("mailto:desk@example.com");
    expect(fields.get("Canonical")).toBe("https://svc.example.com/.well-known/security.txt");
    const days = (Date.parse(fields.get("Expires") ?? "") - BUILT_AT.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(365);
  });

  it("does not exist without a contact, and no document leads to it then", () => {
    const mute = documentsOf({ ...SITE, contact: null });
    expect(mute.has("/.well-known/security.txt")).toBe(false);
    for (const body of mute.values()) expect(body).not.toContain("/.well-known/security.txt");
  });
});

describe("the agent card", () => {
  it("declares only interfaces that answer: A2A's own first, and the two that are not", () => {
    const { supportedInterfaces } = json("/.well-known/agent-card.json") as {
      supportedInterfaces: { url: string; protocolBinding: string; protocolVersion: string }[];
    };
    expect(supportedInterfaces.map(({ url }) => url)).toEqual([
      "https://svc.example.com/api/a2a",
      "https://svc.example.com/api/mcp",
      "https://svc.example.com/openapi.json",
    ]);
    const [first, ...others] = supportedInterfaces;
    expect(first).toMatchObject({ protocolBinding: "JSONRPC", protocolVersion: "1.0" });
    for (const { protocolBinding } of others)
      expect(["JSONRPC", "GRPC", "HTTP+JSON"]).not.toContain(protocolBinding);
  });
});

describe("the registration file", () => {
  it("has what ERC-8004 asks for, and claims no registration", () => {
    const file = json("/.well-known/agent-registration.json");
    expect(file).toMatchObject({
      type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
      name: "svc",
      x402Support: true,
      active: true,
      registrations: [],
    });
    const { services } = file as { services: { name: string; endpoint: string }[] };
    expect(services.map(({ name }) => name)).toEqual(["web", "A2A", "MCP", "OpenAPI"]);
  });

  it("names the service's token once it holds one, the first of all included", () => {
    const named = documentsOf({ ...SITE, agentTokenId: 0 });
    const read = (path: string): unknown => json(path, named);
    const agentRegistry = "eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432";
    expect(read("/.well-known/agent-registration.json")).toMatchObject({
      registrations: [{ agentId: 0, agentRegistry }],
      supportedTrust: ["reputation"],
    });
    expect(read("/.well-known/erc8004.json")).toMatchObject({ agentId: 0 });
  });
});

describe("what explorers of ERC-8004 find", () => {
  it("is the canonical registry of the site's chain, and addresses of routes that are there", () => {
    const file = json("/.well-known/erc8004.json");
    expect(file).toMatchObject({
      chainId: 8453,
      agentRegistry: "eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432",
      identityRegistry: "0x8004A169FB4a3325136EB29fA0ceB6D2e539a432",
      reputationRegistry: "0x8004BAa17C55a88189AE136b182e5fdA19dE9b63",
    });
    const routes = new Set(published.map(({ path }) => `${SITE.origin}${path}`));
    const { agentURI, feedbackURI, agents, card } = file as Record<string, string>;
    for (const address of [agentURI, feedbackURI, agents, card])
      expect(routes).toContain(address?.split("?")[0]);
    expect(agentURI).toMatch(/\?id=\{id\}$/);
  });
});

describe("the server card", () => {
  it("is the same at each of its addresses", () => {
    const card = text("/api/mcp/server-card");
    for (const path of ["/.well-known/mcp/server-card.json", "/.well-known/mcp.json"])
      expect(text(path)).toBe(card);
  });

  it("is named by the host turned round, and by an address as it is", () => {
    expect(toolServerName(SITE)).toBe("com.example.svc/svc");
    expect(toolServerName({ name: "A Desk", origin: "http://127.0.0.1:3000" })).toBe("127.0.0.1/a-desk");
    expect(toolServerName({ name: "é", origin: "http://[::1]:3000" })).toMatch(
      /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/,
    );
  });
});

describe("the skill", () => {
  it("is served as the index has it by digest, under the name of its folder", () => {
    const { skills } = json("/.well-known/agent-skills/index.json") as {
      skills: { name: string; url: string; digest: string; description: string }[];
    };
    expect(skills).toHaveLength(1);
    for (const { name, url, digest, description } of skills) {
      const file = text(url);
      expect(digest).toBe(`sha256:${createHash("sha256").update(file).digest("hex")}`);
      expect(url.split("/").at(-2)).toBe(name);
      expect(file.startsWith(`---\nname: ${name}\ndescription: ${description}\n---\n`)).toBe(true);
      expect(description.length).toBeLessThanOrEqual(1024);
    }
  });

  it("speaks of MPP only where it is offered", () => {
    expect(text(SKILL_PATH)).toContain("WWW-Authenticate");
    expect(text(SKILL_PATH, documentsOf({ ...SITE, mpp: false }))).not.toContain("WWW-Authenticate");
  });
});

describe("/asyncapi.json", () => {
  it("has no channels and says why", () => {
    const file = json("/asyncapi.json");
    expect(file).toMatchObject({ asyncapi: "3.0.0", channels: {}, operations: {} });
    expect(JSON.stringify(file.info)).toContain("sends no events");
  });
});
