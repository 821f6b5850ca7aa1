import { page, redirect, reply, type Site } from "./site";

/** Sites that answer every path, so that a status alone means nothing. Nothing is exposed on any of them. */
export const CATCH_ALLS: readonly Site[] = [
  {
    host: "single-page-app-fixture.com",
    addresses: ["23.10.1.10"],
    exposed: [],
    answer: (visit) =>
      page(visit, 200, '<div id="root"></div><script src="/assets/index.js"></script>', { etag: '"app"' }),
  },
  {
    // The path comes back in the body, so that no two bodies are equal as they stand.
    host: "soft-404-page-fixture.com",
    addresses: ["23.10.2.10"],
    exposed: [],
    answer: (visit) =>
      page(visit, 200, `<h1>Oops</h1><p>We could not find ${encodeURI(visit.url.pathname)}.</p>`),
  },
  {
    host: "soft-404-json-fixture.com",
    addresses: ["23.10.3.10"],
    exposed: [],
    answer: (visit) =>
      reply(
        visit,
        200,
        { "content-type": "application/json" },
        JSON.stringify({ ok: false, error: "not found", path: visit.url.pathname }),
      ),
  },
  {
    // A plain-text catch-all whose one body looks like settings: only the control probes tell it apart.
    host: "settings-everywhere-fixture.com",
    addresses: ["23.10.4.10"],
    exposed: [],
    answer: (visit) =>
      reply(
        visit,
        200,
        { "content-type": "text/plain" },
        "STATUS=missing\nREGION=eu-central\nSESSION_SECRET=none\nHELP_URL=https://example.com/help\n",
      ),
  },
  {
    // Documentation that quotes what the probes look for.
    host: "quoting-docs-fixture.com",
    addresses: ["23.10.5.10"],
    exposed: [],
    answer: (visit) =>
      page(
        visit,
        200,
        "<h1>Deploying</h1><p>Never serve .git: its HEAD reads</p><pre>\nref: refs/heads/main\n</pre>" +
          "<p>nor your settings:</p><pre>\nDB_PASSWORD=hunter2\nAPP_KEY=base64:0000\nAWS_SECRET_ACCESS_KEY=xyz\n</pre>" +
          "<p>Swagger is started by SwaggerUIBundle({ url: '/openapi.json' }).</p>",
      ),
  },
  {
    host: "login-wall-fixture.com",
    addresses: ["23.10.6.10"],
    exposed: [],
    answer: (visit) =>
      visit.url.pathname === "/login"
        ? page(visit, 200, '<form method="post"><input name="user"></form>')
        : redirect(visit, `/login?next=${encodeURIComponent(visit.url.pathname)}`),
  },
  {
    host: "forbidden-everywhere-fixture.com",
    addresses: ["23.10.7.10"],
    exposed: [],
    answer: (visit) => page(visit, 403, "<h1>403 Forbidden</h1>"),
  },
];
