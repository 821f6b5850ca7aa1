import { get } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { catalog } from "@/lib/catalog";
import { priceOf } from "@/lib/catalog/define";
import {
  contentTypeOf,
  DOCUMENTS,
  type DiscoveryDocument,
  ROUTE_CONTRACT,
  SKILL_PATH,
} from "@/lib/discovery/documents";
import { JSON_FEED_PATH } from "@/lib/lounge/json-feed";
import type { ReadinessRow } from "@/lib/security/readiness/readiness";
import { readinessOf } from "../support/own-readiness";
import { newAddress } from "../support/service";
import { world } from "../support/world";

const { origin, serviceEnv } = world();
const CROSS_ORIGIN = { origin: "https://a.example" };
/** Made from a key that may be exchanged while the service runs, so it is answered by a function. */
const BY_ROUTE = ["/.well-known/jwks.json", "/.well-known/did.json"];

const ask = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
  fetch(origin + path, { method, headers: { "x-forwarded-for": newAddress(), ...headers } });

/** fetch adds Cache-Control: no-cache to a condition of its caller's; other clients don't. */
const plainStatus = (path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = get(
      origin + path,
      { headers: { "x-forwarded-for": newAddress(), ...headers } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.once("error", reject);
  });

/** One of the contracts of single routes, which are on no list. */
const CONTRACT = { ...ROUTE_CONTRACT, path: ROUTE_CONTRACT.path("intel-tvl") };
const ALL: readonly DiscoveryDocument[] = [...DOCUMENTS, CONTRACT];

describe.each(ALL.map((document) => [document.path, document] as const))("%s", (path, document) => {
  it("answers with its content type, to any origin, to be cached, with the notice of the sandbox", async () => {
    const response = await ask(path, CROSS_ORIGIN);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(contentTypeOf(document));
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cache-control")).toMatch(/^public, max-age=\d+/);
    expect(response.headers.get("x-service-notice")).toBe(serviceEnv["SERVICE_NOTICE"]);
    const text = await response.text();
    if (/json$/.test(document.type)) expect(() => JSON.parse(text) as unknown).not.toThrow();
  });
});

describe.each(ALL.map(({ path }) => path).filter((path) => !BY_ROUTE.includes(path)))("%s", (path) => {
  it("has an ETag that is weak, as it is that of its compressed form too, under which nothing is sent again", async () => {
    const first = await ask(path);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[^"]{10,}"$/);
    const plain = await ask(path, { "accept-encoding": "identity" });
    expect([plain.headers.get("content-encoding"), plain.headers.get("etag")]).toEqual([null, etag]);
    for (const known of [etag, `"other", ${etag}`, etag.replace("W/", ""), "*"]) {
      const again = await ask(path, { "if-none-match": known, ...CROSS_ORIGIN });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("access-control-allow-origin")).toBe("*");
    }
    expect((await ask(path, { "if-none-match": '"other"' })).status).toBe(200);
  });

  it("is not sent again to a client that leaves caches alone either", async () => {
    const etag = (await ask(path)).headers.get("etag") ?? "";
    expect(await plainStatus(path, { "if-none-match": etag })).toBe(304);
    expect(await plainStatus(path, { "if-none-match": '"other"' })).toBe(200);
  });

  it("says to HEAD what it says to GET", async () => {
    const [read, head] = await Promise.all([ask(path), ask(path, {}, "HEAD")]);
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const name of ["content-type", "etag", "cache-control", "access-control-allow-origin"])
      expect(head.headers.get(name)).toBe(read.headers.get(name));
  });

  it("lets a browser ask whether it may revalidate, and refuses to be written", async () => {
    const preflight = await ask(
      path,
      {
        ...CROSS_ORIGIN,
        "access-control-request-method": "GET",
        "access-control-request-headers": "if-none-match",
      },
      "OPTIONS",
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-methods")).toContain("GET");
    const written = await fetch(origin + path, {
      method: "POST",
      headers: { "x-forwarded-for": newAddress() },
      body: "{}",
    });
    expect([written.status, written.headers.get("allow")]).toEqual([405, expect.stringContaining("GET")]);
    expect(await written.json()).toMatchObject({ code: "method_not_allowed" });
  });
});

describe.each([...BY_ROUTE, "/.well-known/http-message-signatures-directory", JSON_FEED_PATH])(
  "%s",
  (path) => {
    it("lets a browser ask whether it may read with headers of its own, though a function answers it", async () => {
      const asks = {
        "access-control-request-method": "GET",
        "access-control-request-headers": "if-none-match",
      };
      const preflight = await ask(path, { ...CROSS_ORIGIN, ...asks }, "OPTIONS");
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
      expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
      expect(preflight.headers.get("access-control-allow-headers")).toContain("If-None-Match");
    });
  },
);

describe("the contracts of single routes", () => {
  it("are there for each label, and for nothing else", async () => {
    for (const { label, audience } of catalog) {
      const response = await ask(ROUTE_CONTRACT.path(label));
      expect(response.status, label).toBe(audience === "public" ? 200 : 404);
    }
    const none = await ask(ROUTE_CONTRACT.path("intel-nothing"));
    expect([none.status, none.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  });
});

describe("the server card beside the tool endpoint", () => {
  it("counts against the limit of everything under /api/", async () => {
    const response = await ask("/api/mcp/server-card");
    expect(response.headers.get("x-ratelimit-limit")).toBe("120");
    expect(response.headers.get("ratelimit-remaining")).toMatch(/^\d+$/);
  });
});

describe("a page", () => {
  it.each(["/", "/pricing", "/desks/tvl"])(
    "at %s is asked for again each time: a proxy before us never keeps it beyond a deployment",
    async (path) => {
      const page = await ask(path);
      expect(page.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
      const etag = page.headers.get("etag") ?? "";
      expect(await plainStatus(path, { "if-none-match": etag })).toBe(304);
    },
  );
});

describe("the first page", () => {
  it("is Markdown for clients that prefer it and HTML for all others, with `Vary`", async () => {
    const markdown = await ask("/", { accept: "text/markdown, text/html;q=0.9, */*;q=0.1" });
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(await markdown.text()).toBe(await (await ask("/index.md")).text());
    for (const accept of ["*/*", "text/html", "text/html, text/markdown;q=0.5"]) {
      const page = await ask("/", { accept });
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(
        page.headers
          .get("vary")
          ?.toLowerCase()
          .split(/[\s,]+/),
      ).toContain("accept");
    }
    expect(
      markdown.headers
        .get("vary")
        ?.toLowerCase()
        .split(/[\s,]+/),
    ).toContain("accept");
  });

  it("comes with the same headers however little Markdown is preferred", async () => {
    const result = async (accept: string) => {
      const { headers } = await ask("/", { accept });
      const names = [
        "content-type",
        "cache-control",
        "etag",
        "access-control-allow-origin",
        "x-service-notice",
      ];
      return names.map((name) => headers.get(name));
    };
    const full = await result("text/markdown");
    expect(full).not.toContain(null);
    for (const accept of [
      "text/html;q=0.8, text/markdown;q=0.9",
      "text/markdown;q=0.85, text/html;q=0.7",
      "text/markdown;q=0.5, */*;q=0.4",
      "text/markdown;q=0.2, text/html;q=0.05",
    ])
      expect(await result(accept)).toEqual(full);
  });

  it("in Markdown has an ETag of its own", async () => {
    const accept = { accept: "text/markdown" };
    const etag = (await ask("/", accept)).headers.get("etag") ?? "";
    expect((await ask("/", { ...accept, "if-none-match": etag })).status).toBe(304);
    expect((await ask("/", { "if-none-match": etag })).status).toBe(200);
  });

  it("says in Markdown what it says in HTML: every route for sale, promise and step", async () => {
    const [markdown, prices, html] = await Promise.all([
      ask("/", { accept: "text/markdown" }).then((answer) => answer.text()),
      ask("/pricing", { accept: "text/markdown" }).then((answer) => answer.text()),
      ask("/").then((answer) => answer.text()),
    ]);
    for (const entry of catalog.filter(({ audience }) => audience === "public"))
      for (const text of [entry.path, entry.summary]) {
        expect(prices).toContain(text);
        if (priceOf(entry) > 0) expect(markdown).toContain(text);
      }
    const plain = html.replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, "").replaceAll("&#x27;", "'");
    const words = markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
    const paragraphs = words.split("\n").filter((line) => /^[A-Z][^|`*]{40,}$/.test(line));
    expect(paragraphs.length).toBeGreaterThan(5);
    for (const paragraph of paragraphs.filter((line) => !line.startsWith("What a sample answer")))
      expect(plain).toContain(paragraph);
  });

  it("has an icon where browsers and crawlers look for one", async () => {
    const icon = await ask("/favicon.ico");
    expect(icon.headers.get("content-type")).toMatch(/^image\//);
    expect([...new Uint8Array(await icon.arrayBuffer()).slice(0, 4)]).toEqual([0, 0, 1, 0]); // an ICO
  });
});

describe("the security desk's own judgement of this service", () => {
  let rows: readonly ReadinessRow[];
  beforeAll(async () => {
    rows = await readinessOf(origin);
  });

  it("finds every row in order that is asked of a service without OAuth", () => {
    const rest = rows.filter(({ id }) => id !== "security-txt");
    const wanting = rest.filter(({ verdict }) => verdict !== "pass").map(({ id, verdict }) => [id, verdict]);
    expect(wanting).toEqual([["auth-metadata", "not_applicable"]]);
  });

  it("finds nothing wrong with security.txt but that the sandbox has no https", () => {
    const row = rows.find(({ id }) => id === "security-txt");
    expect(row?.came).toBe("A file with faults: no_https.");
  });
});

describe("the skill", () => {
  it("is the file that the index has by digest", async () => {
    const bytes = await (await ask(SKILL_PATH)).arrayBuffer();
    const digest = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
    expect(await (await ask("/.well-known/agent-skills/index.json")).text()).toContain(`sha256:${digest}`);
  });
});
