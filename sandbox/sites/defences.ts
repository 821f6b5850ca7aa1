import { notFound, page, redirect, reply, type Site, type Visit, withFiles } from "./site";

const HOST = "hardened-fixture.com";

const HARDENED = {
  "strict-transport-security": "max-age=63072000; includeSubDomains; preload",
  "content-security-policy":
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};

const OPENAPI = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Hardened API", version: "1.0.0" },
  paths: { "/v1/status": { get: { responses: { "200": { description: "Up" } } } } },
});

const LINKSET = JSON.stringify({
  linkset: [
    {
      anchor: `https://${HOST}/v1`,
      "service-desc": [{ href: `https://${HOST}/openapi.json`, type: "application/json" }],
    },
  ],
});

/** Type and text of what it publishes for machines. */
function published(path: string): [type: string, body: string] | null {
  switch (path) {
    case "/.well-known/security.txt": {
      const expires = new Date(Date.now() + 180 * 86_400_000).toISOString().replace(/\.\d+/, "");
      const lines = [
        "Contact: mailto:security@hardened-fixture.com",
        `Expires: ${expires}`,
        `Canonical: https://${HOST}/.well-known/security.txt`,
        "Preferred-Languages: en",
        "",
      ];
      return ["text/plain; charset=utf-8", lines.join("\n")];
    }
    case "/robots.txt":
      return [
        "text/plain",
        `User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /private\n\nSitemap: https://${HOST}/sitemap.xml\n`,
      ];
    case "/sitemap.xml":
      return [
        "application/xml",
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://${HOST}/</loc></url></urlset>\n`,
      ];
    case "/llms.txt":
      return [
        "text/plain; charset=utf-8",
        `# Hardened\n\n> A site that does everything right.\n\n## Docs\n\n- [API](https://${HOST}/openapi.json): the contract\n`,
      ];
    case "/openapi.json":
      return ["application/json", OPENAPI];
    case "/.well-known/api-catalog":
      return ['application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"', LINKSET];
    default:
      return null;
  }
}

function home(visit: Visit): void {
  const headers = {
    ...HARDENED,
    vary: "Accept",
    link: '</.well-known/api-catalog>; rel="api-catalog", </openapi.json>; rel="service-desc"',
    "set-cookie": "__Host-session=abc; Path=/; Secure; HttpOnly; SameSite=Lax",
  };
  if (/text\/markdown/.test(visit.request.headers.accept ?? ""))
    reply(visit, 200, { ...headers, "content-type": "text/markdown; charset=utf-8" }, "# Hardened\n");
  else page(visit, 200, '<h1>Hardened</h1><link rel="stylesheet" href="/site.css">', headers);
}

const SETTINGS = "APP_ENV=production\nDB_PASSWORD=not-a-real-one\nAPI_TOKEN=not-a-real-one\n";

/** Sites that defend themselves. */
export const DEFENCES: readonly Site[] = [
  {
    host: HOST,
    addresses: ["23.40.1.10", "23.40.1.11", "2a00:40:1::10"],
    exposed: [],
    answer(visit) {
      const { pathname } = visit.url;
      if (visit.scheme === "http") return redirect(visit, `https://${HOST}${pathname}`, 301);
      if (pathname === "/") return home(visit);
      const file = published(pathname);
      if (file === null) return notFound(visit, HARDENED);
      reply(visit, 200, { ...HARDENED, "content-type": file[0] }, file[1]);
    },
  },
  {
    // A bot defence answers in the site's place: nothing can be told of the site itself.
    host: "challenged-fixture.com",
    addresses: ["23.40.2.10"],
    exposed: [],
    answer: (visit) =>
      page(visit, 403, '<div id="challenge">Just a moment... Checking your browser.</div>', {
        "cf-mitigated": "challenge",
        server: "cloudflare",
      }),
  },
  {
    // The same with a status that promises a page.
    host: "challenged-softly-fixture.com",
    addresses: ["23.40.3.10"],
    exposed: [],
    answer: (visit) =>
      page(
        visit,
        200,
        '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>',
        { "cf-mitigated": "challenge" },
      ),
  },
  {
    host: "throttling-fixture.com",
    addresses: ["23.40.4.10"],
    exposed: [],
    answer: (visit) => page(visit, 429, "Too many requests", { "retry-after": "120" }),
  },
  {
    // Answers for machines, and is in trouble otherwise.
    host: "homepage-down-fixture.com",
    addresses: ["23.40.7.10"],
    exposed: [],
    answer: (visit) =>
      visit.url.pathname === "/robots.txt"
        ? reply(visit, 200, { "content-type": "text/plain" }, "User-agent: *\nAllow: /\n")
        : page(visit, 500, "<h1>Something went wrong</h1>"),
  },
  {
    // Its owner refuses this scanner by name. There would be something to find.
    host: "opted-out-fixture.com",
    addresses: ["23.40.5.10"],
    exposed: [],
    answer: (visit) =>
      withFiles(visit, {
        "/robots.txt": {
          "content-type": "text/plain",
          body: "User-agent: *\nAllow: /\n\nUser-agent: Googlebot\nUser-agent: SVC-Security-Desk/1.0\nDisallow: /\n",
        },
        "/.env": { body: SETTINGS },
      }),
  },
  {
    // Closed to crawlers, as sites are that nobody should find by searching: whom its owner sends may look.
    host: "closed-to-crawlers-fixture.com",
    addresses: ["23.40.6.10"],
    exposed: ["/.env"],
    answer: (visit) =>
      withFiles(visit, {
        "/robots.txt": { "content-type": "text/plain", body: "User-agent: *\nDisallow: /\n" },
        "/.env": { body: SETTINGS },
      }),
  },
];
