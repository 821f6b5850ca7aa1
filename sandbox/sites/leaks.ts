import { gzipSync } from "node:zlib";
import { notFound, page, reply, type Site, withFiles } from "./site";

const SETTINGS = [
  "# production",
  "NODE_ENV=production",
  "DATABASE_URL=postgres://app:not-a-real-one@db/app",
  "STRIPE_SECRET_KEY=sk_live_not_a_real_one",
  'MAIL_FROM="Shop <shop@example.com>"',
  "",
];

/** Sites that leak for real, each in another dress. The values are made up. */
export const LEAKS: readonly Site[] = [
  {
    // Everything at once, and loose headers besides. Served by plain http too.
    host: "leaking-fixture.com",
    addresses: ["23.20.1.10", "2a00:20:1::10"],
    exposed: ["/.env", "/.git/HEAD"],
    answer(visit) {
      const { origin } = visit.request.headers;
      const { response } = visit;
      response.setHeader("server", "Apache/2.4.29 (Ubuntu)");
      response.setHeader("x-powered-by", "PHP/7.2.24");
      response.setHeader("set-cookie", ["PHPSESSID=abc; path=/", "theme=dark"]);
      if (origin !== undefined) {
        response.setHeader("access-control-allow-origin", origin);
        response.setHeader("access-control-allow-credentials", "true");
      }
      withFiles(visit, {
        "/.git/HEAD": { body: "ref: refs/heads/main\n" }, // no content type, as many servers do
        "/.git/config": { body: "[core]\n\trepositoryformatversion = 0\n\tbare = false\n" },
        "/.env": { body: SETTINGS.join("\n") },
      });
    },
  },
  {
    host: "leaking-crlf-fixture.com",
    addresses: ["23.20.2.10"],
    exposed: ["/.env", "/.git/HEAD"],
    answer: (visit) =>
      withFiles(visit, {
        "/.git/HEAD": { "content-type": "application/octet-stream", body: "ref: refs/heads/release/2.x\r\n" },
        "/.env": { "content-type": "application/octet-stream", body: `\ufeff${SETTINGS.join("\r\n")}` },
      }),
  },
  {
    // The server calls the file a page; its text says otherwise.
    host: "leaking-as-page-fixture.com",
    addresses: ["23.20.3.10"],
    exposed: ["/.env"],
    answer: (visit) =>
      withFiles(visit, {
        "/.env": { "content-type": "text/html; charset=UTF-8", body: SETTINGS.join("\n") },
      }),
  },
  {
    host: "detached-head-fixture.com",
    addresses: ["23.20.4.10"],
    exposed: ["/.git/HEAD"],
    answer: (visit) =>
      withFiles(visit, {
        "/.git/HEAD": { "content-type": "text/plain", body: "9fceb02d0ae598e95dc970b74767f19372d61af8\n" },
        "/.git/config": { "content-type": "text/plain", body: "[core]\n\tbare = false\n" },
      }),
  },
  {
    host: "leaking-gzip-fixture.com",
    addresses: ["23.20.5.10"],
    exposed: ["/.env"],
    answer(visit) {
      if (visit.url.pathname !== "/.env") return page(visit, visit.url.pathname === "/" ? 200 : 404, "Hello");
      const headers = { "content-type": "text/plain", "content-encoding": "gzip" };
      reply(visit, 200, headers, gzipSync(SETTINGS.join("\n")));
    },
  },
  {
    // A template with nothing in it: worth a remark, no leak.
    host: "env-template-fixture.com",
    addresses: ["23.20.6.10"],
    exposed: [],
    answer: (visit) =>
      withFiles(visit, {
        "/.env": {
          "content-type": "text/plain",
          body: "APP_KEY=changeme\nDB_PASSWORD=\nAPI_TOKEN=${API_TOKEN}\nLOG_LEVEL=info\n",
        },
      }),
  },
  {
    // A small site without a fault or a defence: a page, and an honest 404 for the rest.
    host: "plain-fixture.com",
    addresses: ["23.20.7.10"],
    exposed: [],
    answer: (visit) => (visit.url.pathname === "/" ? page(visit, 200, "<h1>Plain</h1>") : notFound(visit)),
  },
];
