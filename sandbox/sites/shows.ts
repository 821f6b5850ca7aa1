import { notFound, page, reply, type Site, type Visit } from "./site";

/** Sites that show more than they mean to in answers to harmless questions. */

const HTML = { "content-type": "text/html; charset=utf-8" };

/** A page at the root, and that answer to everything else but robots.txt. */
const elsewhere = (
  visit: Visit,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void => {
  const { pathname } = visit.url;
  if (pathname === "/") page(visit, 200, "<h1>Hello</h1>");
  else if (pathname === "/robots.txt") notFound(visit);
  else reply(visit, status, headers, body);
};

const small = (visit: Visit, text: string): void =>
  visit.url.pathname === "/" ? page(visit, 200, text) : notFound(visit);

/** Answers one path in that way, the others as a small site does. */
const at = (
  visit: Visit,
  path: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void =>
  visit.url.pathname === path ? reply(visit, status, headers, body) : small(visit, "<h1>Hello</h1>");

export const SHOWS: readonly Site[] = [
  {
    host: "django-debug-fixture.com",
    addresses: ["23.80.1.10"],
    exposed: [],
    answer: (visit) =>
      elsewhere(
        visit,
        404,
        HTML,
        `<!DOCTYPE html>\n<html lang="en">\n<head>\n  <title>Page not found at ${visit.url.pathname}</title>\n</head>\n<body>\n<div id="summary"><h1>Page not found <small>(404)</small></h1></div>\n<div id="info"><p>Using the URLconf defined in <code>shop.urls</code>, Django tried these URL patterns, in this order:</p></div>\n<div id="explanation"><p>You’re seeing this error because you have <code>DEBUG = True</code> in your Django settings file.</p></div>\n</body></html>`,
      ),
  },
  {
    host: "rails-debug-fixture.com",
    addresses: ["23.80.2.10"],
    exposed: [],
    answer: (visit) =>
      elsewhere(
        visit,
        404,
        HTML,
        `<!DOCTYPE html>\n<html lang="en">\n<head>\n  <meta charset="utf-8" />\n  <title>Action Controller: Exception caught</title>\n</head>\n<body>\n<header role="banner"><h1>Routing Error</h1></header><main><h2>No route matches [GET] &quot;${visit.url.pathname}&quot;</h2><p><code>Rails.root: /app</code></p></main></body></html>`,
      ),
  },
  {
    host: "laravel-debug-fixture.com",
    addresses: ["23.80.3.10"],
    exposed: [],
    answer: (visit) =>
      at(
        visit,
        "/docs",
        500,
        HTML,
        '<!doctype html><html class="theme-light"><head><title>🧨 Undefined variable $spec</title></head><body><script>window.data = {"report":{"notifier":"Laravel Client"}};window.ignite(window.data);</script></body></html>',
      ),
  },
  {
    host: "spring-trace-fixture.com",
    addresses: ["23.80.4.10"],
    exposed: [],
    answer: (visit) =>
      elsewhere(
        visit,
        404,
        { "content-type": "application/json" },
        JSON.stringify({
          timestamp: "2026-11-22T10:00:00.000+00:00",
          status: 404,
          error: "Not Found",
          trace:
            "org.springframework.web.servlet.resource.NoResourceFoundException: No static resource.\n\tat org.springframework.web.servlet.resource.ResourceHttpRequestHandler.handleRequest(ResourceHttpRequestHandler.java:585)\n\tat org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:1089)\n",
          path: visit.url.pathname,
        }),
      ),
  },
  {
    host: "werkzeug-fixture.com",
    addresses: ["23.80.5.10"],
    exposed: [],
    answer: (visit) =>
      at(
        visit,
        "/openapi.json",
        500,
        HTML,
        "<!doctype html>\n<html lang=en>\n  <head>\n    <title>KeyError: 'paths'\n // Werkzeug Debugger</title>\n    <script>\n      var CONSOLE_MODE = false,\n          EVALEX = true,\n          EVALEX_TRUSTED = false,\n          SECRET = \"abc\";\n    </script>\n  </head><body></body></html>",
      ),
  },
  {
    host: "express-trace-fixture.com",
    addresses: ["23.80.6.10"],
    exposed: [],
    answer: (visit) =>
      elsewhere(
        visit,
        404,
        HTML,
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<title>Error</title>\n</head>\n<body>\n<pre>NotFoundError: Not Found<br> &nbsp; &nbsp;at /srv/shop/app.js:27:8<br> &nbsp; &nbsp;at Layer.handle [as handle_request] (/srv/shop/node_modules/express/lib/router/layer.js:95:5)<br> &nbsp; &nbsp;at trim_prefix (/srv/shop/node_modules/express/lib/router/index.js:328:13)</pre>\n</body>\n</html>\n',
      ),
  },
  {
    host: "next-dev-fixture.com",
    addresses: ["23.80.7.10"],
    exposed: [],
    answer: (visit) =>
      small(
        visit,
        '<div id="__next"></div><script src="/_next/static/chunks/react-refresh.js?ts=1763812800000"></script><script src="/_next/static/development/_buildManifest.js?ts=1763812800000" defer=""></script>',
      ),
  },
  {
    host: "vite-dev-fixture.com",
    addresses: ["23.80.8.10"],
    exposed: [],
    answer: (visit) =>
      small(visit, '<script type="module" src="/@vite/client"></script><div id="root"></div>'),
  },
  {
    host: "php-messages-fixture.com",
    addresses: ["23.80.9.10"],
    exposed: [],
    answer: (visit) =>
      small(
        visit,
        '<br />\n<b>Warning</b>:  Undefined array key "lang" in <b>/var/www/html/index.php</b> on line <b>12</b><br />\n<h1>Shop</h1>',
      ),
  },
  {
    host: "bucket-listing-fixture.com",
    addresses: ["23.80.10.10"],
    exposed: [],
    answer: (visit) =>
      visit.url.pathname === "/"
        ? reply(
            visit,
            200,
            { "content-type": "application/xml", server: "AmazonS3" },
            '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>shop-backups</Name><Prefix></Prefix><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated><Contents><Key>dump.sql</Key></Contents></ListBucketResult>',
          )
        : reply(visit, 404, { "content-type": "application/xml" }, "<Error><Code>NoSuchKey</Code></Error>"),
  },
  {
    host: "apache-index-fixture.com",
    addresses: ["23.80.11.10"],
    exposed: [],
    answer: (visit) =>
      visit.url.pathname === "/"
        ? reply(
            visit,
            200,
            { ...HTML, server: "Apache" },
            '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">\n<html>\n <head>\n  <title>Index of /</title>\n </head>\n <body>\n<h1>Index of /</h1>\n  <table>\n   <tr><td><a href="backup.zip">backup.zip</a></td></tr>\n</table>\n<address>Apache/2.4.52 (Ubuntu) Server at apache-index-fixture.com Port 443</address>\n</body></html>\n',
          )
        : reply(
            visit,
            404,
            { "content-type": "text/html; charset=iso-8859-1", server: "Apache" },
            '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>404 Not Found</title>\n</head><body>\n<h1>Not Found</h1>\n<hr>\n<address>Apache/2.4.52 (Ubuntu) Server at apache-index-fixture.com Port 443</address>\n</body></html>\n',
          ),
  },
  {
    host: "mixed-content-fixture.com",
    addresses: ["23.80.12.10"],
    exposed: [],
    answer: (visit) =>
      small(
        visit,
        '<img src="http://img.example.org/a.png"><form method="post" action="http://mixed-content-fixture.com/login"><input type="password" name="p"></form>',
      ),
  },
  {
    host: "source-map-fixture.com",
    addresses: ["23.80.13.10"],
    exposed: [],
    answer: (visit) => small(visit, "<script>var a=1;\n//# sourceMappingURL=app.js.map\n</script>"),
  },
  {
    host: "private-api-fixture.com",
    addresses: ["23.80.14.10"],
    exposed: [],
    answer: (visit) =>
      at(
        visit,
        "/openapi.json",
        200,
        { "content-type": "application/json" },
        JSON.stringify({
          openapi: "3.0.3",
          info: { title: "Orders", version: "1" },
          servers: [{ url: "http://10.20.0.5:8080/v1" }, { url: "http://orders.shop.svc.cluster.local" }],
          paths: {},
        }),
      ),
  },
];
