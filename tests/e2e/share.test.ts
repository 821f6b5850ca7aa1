import { createHash } from "node:crypto";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser";
import { newSummary, PUBLISH, submission } from "../support/lounge-world";
import { asHeader, newAddress, newPayer, payFor, post } from "../support/service";
import { openPage } from "../support/site-pages";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const TITLE = '펀딩 비율이 뒤집혔다 <b>ETH</b> & "롱"';
const VERDICT = "/api/svc-intel-verdict";

let browser: Browser;
let signalId: string;
let summary: string;
beforeAll(async () => {
  const [launched, payer] = await Promise.all([launchBrowser(), newPayer(sandbox, "base")]);
  browser = launched;
  summary = newSummary(60);
  const body = submission(payer.address, { title: TITLE, summary, categories: ["eth", "long"] });
  const payment = asHeader(await payFor(origin, PUBLISH, payer));
  signalId = ((await (await post({ origin, path: PUBLISH, body, payment })).json()) as { id: string }).id; // the route's own answer
  const verdict = await payFor(origin, VERDICT, payer);
  expect((await post({ origin, path: VERDICT, body: {}, payment: asHeader(verdict) })).status).toBe(200);
}, 60_000);
afterAll(() => browser.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(origin + path, {
    headers: { accept: "text/html", "x-forwarded-for": newAddress(), ...headers },
    redirect: "manual",
  });

/** What a reader of previews takes from a page: its head without markup. */
async function previewOf(path: string): Promise<Record<string, string>> {
  const html = await (await get(path)).text();
  const head = html.slice(0, html.indexOf("</head>"));
  const decoded = (text: string): string =>
    text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const metas = [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)];
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1] ?? "";
  return Object.fromEntries([
    ...metas.map(([, name = "", content = ""]) => [name, decoded(content)]),
    ["canonical", canonical],
  ]);
}

async function pngOf(address: string): Promise<Buffer> {
  const response = await get(address.replace(origin, ""), { accept: "image/*" });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(response.headers.get("cache-control")).toContain("public");
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  return bytes;
}

describe("a link to a signal", () => {
  const page = (): string => `/lounge/signal?id=${signalId}`;

  it("has its own title, words, image and address for previews", async () => {
    const preview = await previewOf(page());
    for (const name of ["og:title", "twitter:title", "og:image:alt"]) expect(preview[name]).toContain(TITLE);
    for (const name of ["description", "og:description", "twitter:description"])
      expect(preview[name]).toContain("ETH long");
    expect(preview["twitter:card"]).toBe("summary_large_image");
    expect(preview["og:image"]).toBe(`${origin}/share/signal/${signalId}.png`);
    expect(preview["twitter:image"]).toBe(preview["og:image"]);
    expect([preview.canonical, preview["og:url"]]).toEqual([origin + page(), origin + page()]);
    const [own, plain] = await Promise.all([
      pngOf(preview["og:image"] ?? ""),
      pngOf((await previewOf("/lounge/signal"))["og:image"] ?? ""),
    ]);
    expect(own.equals(plain)).toBe(false);
  });

  it("is the prerendered page but for its head, under the same policy, whose hashes fit", async () => {
    const [shared, plain] = await Promise.all([get(page()), get("/lounge/signal")]);
    expect(shared.headers.get("content-security-policy")).toBe(plain.headers.get("content-security-policy"));
    const [html, shell] = await Promise.all([shared.text(), plain.text()]);
    expect(html.slice(html.indexOf("</head>"))).toBe(shell.slice(shell.indexOf("</head>")));
    const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(1);
    for (const [, text = ""] of scripts)
      expect(shared.headers.get("content-security-policy")).toContain(
        `sha256-${createHash("sha256").update(text).digest("base64")}`,
      );
  });

  it("comes alive in a browser without a complaint", async () => {
    const { page: opened, trouble } = await openPage(browser, page());
    await opened.getByRole("heading", { name: /펀딩/ }).waitFor();
    expect(await opened.title()).toMatch(/^A signal/); // a stranger's words are never the window's title
    expect(trouble).toEqual([]);
    await opened.context().close();
  });

  it("holds no word of what is sold, in its page or what its image is drawn from", async () => {
    const html = await (await get(page())).text();
    for (const word of summary.split(" ")) expect(html).not.toContain(word);
  });

  it("leaves its twin in Markdown and the router's own requests alone", async () => {
    const markdown = await get(page(), { accept: "text/markdown" });
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    const router = await get(`${page()}&_rsc=x`, { rsc: "1" });
    expect(router.headers.get("content-type") ?? "").not.toContain("text/html");
  });

  it("is the page as it was prerendered where there is no such signal, and asks no other host for it", async () => {
    const shell = await (await get("/lounge/signal")).text();
    for (const path of [
      "/lounge/signal?id=sig_ffffffffffffffffffffffff",
      "/lounge/signal?id=sig_x",
      "/lounge/signal?id=",
    ])
      expect(await (await get(path)).text(), path).toBe(shell);
    const forged = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    expect((await get(page(), forged)).status).toBe(200);
  });
});

describe("a link to a verdict", () => {
  it("has what it said and what became of it, and an image of that", async () => {
    const day = new Date().toISOString().slice(0, 10);
    const preview = await previewOf(`/accuracy?day=${day}`);
    expect(preview["og:title"]).toContain(`The verdict of ${day}`);
    expect(preview["og:description"]).toMatch(
      /^“(snipe|watch|follow|avoid|rebalance)” with (low|medium|high) confidence/,
    );
    await pngOf(preview["og:image"] ?? "");
  });
});

describe("the security desk's image", () => {
  it("is this site's own grade, once it has scanned itself", async () => {
    const target = { target: origin, selfAudit: true };
    const scan = await post({ origin, path: "/api/svc-security-scan", body: target });
    expect(scan.status).toBe(200);
    const image = (await previewOf("/security"))["og:image"] ?? "";
    expect(image).toBe(`${origin}/share/scan/own.png`);
    await pngOf(image);
  });
});

it("every page names its own address as the canonical one", async () => {
  for (const path of ["/", "/desks/tvl", "/docs/buying"])
    expect((await previewOf(path)).canonical, path).toBe(path === "/" ? origin : origin + path);
});

it("an image that there is not is a 404, whatever its name, and nothing is drawn", async () => {
  const names = [
    "signal/sig_ffffffffffffffffffffffff.png",
    "signal/sig_x.png",
    "verdict/2020-01-01.png",
    "verdict/9999-99-99.png",
  ];
  for (const name of [
    ...names,
    "scan/other.png",
    "constructor/x.png",
    `signal/${signalId}.svg`,
    "signal/%2e%2e.png",
  ])
    expect((await get(`/share/${name}`)).status, name).toBe(404);
});
