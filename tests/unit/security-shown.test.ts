import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apiAddressFindings } from "@/lib/security/probes/shown/api-addresses";
import { judgeShown } from "@/lib/security/probes/shown/judge-shown";
import { shownAnswers } from "@/lib/security/probes/shown/shown-answer";
import { sourceMapFindings } from "@/lib/security/probes/shown/source-maps";
import { countFrames } from "@/lib/security/probes/shown/stack-frames";
import type { SiteResponse } from "@/lib/security/site-response";
import { cpuMs } from "../support/cpu-time";
import { observation } from "../support/observation";
import { runs } from "../support/properties";
import { site } from "../support/site-response";

const HTML = "text/html; charset=utf-8";
const shown = (path: string, answer: SiteResponse) => shownAnswers([{ path, answer }])[0];

/** Titles of what a homepage and one other answer show. */
function titles(home: SiteResponse, other: SiteResponse = site("", { status: 404 }), policy = ""): string[] {
  const headers: [string, string][] = policy === "" ? [] : [["content-security-policy", policy]];
  return judgeShown(
    shown("/", home),
    shownAnswers([{ path: "/docs", answer: other }]),
    observation({ headers }),
  ).map(({ severity, title }) => `${severity}: ${title}`);
}
const page = (body: string): SiteResponse => site(`<!doctype html><body>${body}</body>`, { type: HTML });

describe("lines of a stack trace", () => {
  it.each([
    [
      "Node",
      "    at Layer.handle [as handle_request] (/app/router/layer.js:95:5)\n    at async run (file:///app/main.mjs:3:1)",
    ],
    ["Node without names", "    at /app/index.js:12:9\n    at node:internal/main/run:77:14"],
    ["Node on Windows", "   at run (C:\\\\app\\\\a.js:1:2)\n   at go (C:\\\\app\\\\b.js:3:4)"],
    ["HTML", "<pre>Error<br> &nbsp; &nbsp;at f (/a/b.js:1:2)<br> &nbsp; &nbsp;at g (/a/c.js:3:4)</pre>"],
    ["JSON", JSON.stringify({ stack: "Error\n    at f (/a/b.js:1:2)\n    at g (/a/c.js:3:4)" })],
    ["Java", "\tat org.x.Y.run(Y.java:12)\n\tat org.x.Z.lambda$go$0(Z.kt:9)"],
    ["Python", '  File "/app/a.py", line 3, in run\n    x()\n  File "/app/b.py", line 9, in x'],
    ["PHP", "#0 /var/www/index.php(12): App->run()\n#1 /var/www/a.php(3): go()"],
    [".NET", "   at App.Run(String a) in /src/App.cs:line 12\n   at App.Go() in C:\\\\src\\\\Go.cs:line 3"],
    ["Go", "main.run()\n\t/srv/main.go:12 +0x1d\nmain.main()\n\t/srv/main.go:3 +0x20"],
    ["Ruby", "app/models/shop.rb:12:in `run'\n/gems/rack.rb:3:in 'call'"],
  ])("are known of %s", (_runtime, text) => {
    expect(countFrames(text)).toBe(2);
    expect(titles(page(""), site(text, { status: 500 }))).toEqual(["low: Stack trace is public"]);
    expect(titles(page(""), site(text, { status: 200 }))).toEqual([]);
  });

  it.each([
    "Meet us at noon (10:30:00)",
    "at least two",
    "File a ticket, line 3, in the form",
    "#1 in sales (2026): shops",
  ])("are not seen in %j", (line) => {
    expect(countFrames(`${line}\n${line}`)).toBe(0);
  });
});

describe("mixed content", () => {
  it.each([
    ['<img src="http://a.example.org/a.png">', "info: Mixed content"],
    ['<script src="HTTP://a.example.org/a.js"></script>', "low: Mixed content"],
    ['<link rel="stylesheet" href="http://a.example.org/a.css">', "low: Mixed content"],
    ['<iframe src=" http://a.example.org/"></iframe>', "low: Mixed content"],
    [
      '<form action="http://a.example.org/"></form><img src="http://b.example.org/">',
      "medium: Mixed content",
    ],
  ])("is told of %s as %s, unless the policy has browsers upgrade it", (body, reported) => {
    expect(titles(page(body))).toEqual([reported]);
    expect(titles(page(body), undefined, "upgrade-insecure-requests")).toEqual([]);
  });

  it.each([
    '<a href="http://a.example.org/">a link</a>',
    '<link rel="canonical" href="http://example.com/">',
    '<link rel="alternate" href="http://example.com/feed">',
    '<!-- <img src="http://a.example.org/"> -->',
    '<img src="//a.example.org/a.png">',
    "<p>&lt;img src=http://a.example.org&gt;</p>",
  ])("is not %s", (body) => {
    expect(titles(page(body))).toEqual([]);
  });
});

describe("servers of an API's description", () => {
  const reported = (text: string) => {
    const answer = shown("/openapi.json", site(text, { type: "application/json" }));
    return apiAddressFindings(answer === undefined ? [] : [answer]).map(
      ({ severity, detail }) => `${severity} ${detail}`,
    );
  };
  const openapi = (more: object) =>
    JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {}, ...more });

  it.each([
    [openapi({ servers: [{ url: "http://192.168.1.9/v1" }] }), "low /openapi.json: 192.168.1.9."],
    [openapi({ servers: [{ url: "https://[fd00::1]/" }] }), "low /openapi.json: [fd00::1]."],
    [
      openapi({ paths: { "/a": { servers: [{ url: "http://orders.internal" }] } } }),
      "low /openapi.json: orders.internal.",
    ],
    [openapi({ servers: [{ url: "http://localhost:3000" }] }), "info /openapi.json: localhost."],
    [
      JSON.stringify({ swagger: "2.0", info: { title: "A" }, host: "10.1.2.3:8080", paths: {} }),
      "low /openapi.json: 10.1.2.3.",
    ],
    [
      "openapi: 3.0.1\ninfo:\n  title: A\nservers:\n  - url: http://172.16.0.4/\npaths:\n",
      "low /openapi.json: 172.16.0.4.",
    ],
  ])("%s: %s", (text, detail) => {
    expect(reported(text)).toEqual([detail]);
  });

  it.each([
    openapi({
      servers: [{ url: "/v1" }, { url: "https://api.example.com" }, { url: "https://{region}.shop.test" }],
    }),
    openapi({ paths: { "/a": { get: { description: "http://10.0.0.1", responses: {} } } } }),
    JSON.stringify({ servers: [{ url: "http://10.0.0.1" }] }),
    openapi({ servers: [{ url: `http://${"a.".repeat(130)}internal` }] }), // no name may be as long
    openapi({ servers: [{ url: `http://10.0.0.1/${"a".repeat(2_048)}` }] }), // left unread
    "<p>http://10.0.0.1</p>",
  ])("are no finding in %s", (text) => {
    expect(reported(text)).toEqual([]);
  });
});

describe("a source map", () => {
  const reported = (body: string, headers = {}) => {
    const home = shown("/", site(body, { type: HTML, headers }));
    return home === undefined ? 0 : sourceMapFindings(home).length;
  };

  it("is told where a script or a header names it", () => {
    expect(reported("<script>a()\n//# sourceMappingURL=a.js.map</script>")).toBe(1);
    expect(reported("<h1>Hello</h1>", { sourcemap: "/a.js.map" })).toBe(1);
  });

  it("is not told where a text names one", () => {
    expect(reported("<script>a()</script><code>//# sourceMappingURL=a.js.map</code>")).toBe(0);
    expect(reported("<script>log('sourceMappingURL=')</script>")).toBe(0);
  });
});

describe("whatever a site answers", () => {
  it.each([
    "<script",
    "<script>//# sourceMappingURL=",
    "<title>Index of ",
    "<h1>Index of /<a ",
    "at a (/",
    'File "',
    "<b>Warning</b>: a in <b>/",
    "<img src=http://a>",
    '<meta name="generator" content="1">',
    "<hr><center>nginx/1",
    "<address>Apache/2",
    "&nbsp;",
    "\\n",
    "- url: http://10.0.0.1\n",
  ])("%j over and over is read at once", (piece) => {
    const body = piece.repeat(Math.ceil(524_288 / piece.length));
    const home = site(body, { type: HTML });
    expect(cpuMs(() => titles(home, site(body, { status: 500 })))).toBeLessThan(2_500);
  });

  it("what is told of it is short, and one line", () => {
    const part = fc.constantFrom(
      "<title>Index of /",
      "<h1>Index of /",
      "<a href=x>",
      "EVALEX = true Werkzeug Debugger",
      '<meta name=generator content="x 1 ',
      "\n",
      '">',
      "at f (/a/b.js:1:2)\n",
      "<img src=http://",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), fc.constantFrom(200, 404, 500), (parts, status) => {
        const answer = site(parts.join(""), { type: HTML, status });
        const found = judgeShown(
          shown("/", answer),
          shownAnswers([{ path: "/.env", answer }]),
          observation({}),
        );
        for (const { detail } of found) {
          expect(detail.length).toBeLessThanOrEqual(400);
          expect(detail).not.toMatch(/[\n<]/);
        }
      }),
      runs(5),
    );
  });
});
