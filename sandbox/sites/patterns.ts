import { redirect, reply, type Site, type Visit } from "./site";

/**
 * Sites as common hosts and frameworks serve them, healthy: what a scan may say of each is what is true of it, and their
 * ways of saying no are not its findings.
 */

type Headers = Readonly<Record<string, string | readonly string[]>>;

const HTML = "text/html; charset=utf-8";
const HSTS = { "strict-transport-security": "max-age=63072000" };
const toHttps = (visit: Visit): void =>
  redirect(visit, `https://${visit.url.host}${visit.url.pathname}`, 308);

/** Answers with a file of the list, or in that way; plain http is sent to https. */
const served = (
  visit: Visit,
  files: Readonly<Record<string, readonly [type: string, body: string]>>,
  headers: Headers,
  missing: readonly [status: number, type: string, body: string],
): void => {
  if (visit.scheme === "http") return toHttps(visit);
  const file = files[visit.url.pathname];
  if (file !== undefined) return reply(visit, 200, { "content-type": file[0], ...headers }, file[1]);
  const [status, type, body] = missing;
  reply(visit, status, { "content-type": type, ...headers }, body);
};

const wordpress = (title: string): string =>
  `<!DOCTYPE html>\n<html lang="en-US">\n<head>\n<meta charset="UTF-8" />\n<title>${title}</title>\n<link rel='dns-prefetch' href='//stats.wp.com' />\n<link rel="alternate" type="application/rss+xml" title="Feed" href="https://wordpress-fixture.com/feed/" />\n<link rel='stylesheet' id='wp-block-library-css' href='https://wordpress-fixture.com/wp-includes/css/dist/block-library/style.min.css?ver=6.7.1' media='all' />\n<link rel="https://api.w.org/" href="https://wordpress-fixture.com/wp-json/" /><meta name="generator" content="WordPress 6.7.1" />\n<link rel="canonical" href="http://wordpress-fixture.com/" />\n</head>\n<body class="home blog wp-embed-responsive"><h1>${title}</h1><p>Archives: Index of /music and more</p><a href="http://old.example.org/">An old friend</a></body></html>`;

const NEXT =
  '<!DOCTYPE html><html lang="en"><head><meta charSet="utf-8"/><title>Shop</title><script src="/_next/static/chunks/webpack-4f7b2d1c.js" defer=""></script><script src="/_next/static/chunks/main-9d1e5a77.js" defer=""></script><script src="/_next/static/9aBcDeFgHiJk/_buildManifest.js" defer=""></script></head><body><div id="__next"><h1>Shop</h1></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}},"page":"/","query":{},"buildId":"9aBcDeFgHiJk","isFallback":false,"gsp":true}</script></body></html>';

const SPA =
  '<!doctype html><html lang="en"><head><title>App</title><script>sessionStorage.redirect=location.href;</script><script type="module" crossorigin src="/assets/index-B1a2c3.js"></script></head><body><div id="root"></div></body></html>';

const NGINX_404 = (version: string): string =>
  `<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n<hr><center>nginx${version}</center>\r\n</body>\r\n</html>\r\n`;

const FASTAPI = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Orders", version: "0.1.0" },
  servers: [{ url: "https://api-only-fixture.com" }, { url: "/v1" }, { url: "https://{region}.example.com" }],
  paths: { "/orders": { get: { responses: { "200": { description: "Such as http://10.0.0.5/" } } } } },
});

/** Documentation quotes what scans look for, as text. */
const QUOTES =
  '<!doctype html><html><head><title>Index of terms</title><meta name="generator" content="Docusaurus"></head><body><main><h1>Debugging</h1><p>You\'re seeing this error because you have <code>DEBUG=True</code>.</p><pre>Traceback (most recent call last):\n  File &quot;/app/main.py&quot;, line 3, in &lt;module&gt;\n  File "/app/a.py", line 7, in run\n</pre><pre>    at Layer.handle (/app/node_modules/express/lib/router/layer.js:95:5)\n    at next (/app/node_modules/express/lib/router/route.js:137:13)</pre><pre>&lt;ListBucketResult&gt;&lt;Name&gt;a&lt;/Name&gt;</pre><p>Bundlers write <code>//# sourceMappingURL=app.js.map</code>. Never write &lt;script src="http://…"&gt;.</p><p>Whitelabel Error Page, window.ignite(…), EVALEX = true in the Werkzeug Debugger.</p><a href="/next">Next</a></main></body></html>';

const SITEMAP = (host: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://${host}/</loc></url></urlset>\n`;

export const PATTERNS: readonly Site[] = [
  {
    host: "wordpress-fixture.com",
    addresses: ["23.70.1.10"],
    exposed: [],
    answer: (visit) =>
      served(
        visit,
        {
          "/": [HTML, wordpress("Blog")],
          "/robots.txt": [
            "text/plain; charset=utf-8",
            "User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\nSitemap: https://wordpress-fixture.com/wp-sitemap.xml\n",
          ],
        },
        { ...HSTS, link: '<https://wordpress-fixture.com/wp-json/>; rel="https://api.w.org/"' },
        [404, HTML, wordpress("Page not found")],
      ),
  },
  {
    host: "next-on-vercel-fixture.com",
    addresses: ["23.70.2.10"],
    exposed: [],
    answer: (visit) =>
      served(
        visit,
        { "/": [HTML, NEXT] },
        { ...HSTS, server: "Vercel", "x-vercel-cache": "HIT", "x-vercel-id": "fra1::abcde-1763812800000" },
        [404, HTML, NEXT.replace('"page":"/"', '"page":"/404"')],
      ),
  },
  {
    host: "pages-app-fixture.com",
    addresses: ["23.70.3.10"],
    exposed: [],
    answer: (visit) =>
      served(
        visit,
        { "/": [HTML, SPA] },
        {
          ...HSTS,
          server: "GitHub.com",
          "access-control-allow-origin": "*",
          "x-github-request-id": "ABCD:1234:5678",
        },
        [404, HTML, SPA],
      ),
  },
  {
    host: "shopify-fixture.com",
    addresses: ["23.70.4.10"],
    exposed: [],
    answer: (visit) =>
      served(
        visit,
        {
          "/": [
            HTML,
            '<!doctype html><html lang="en"><head><title>Shop</title><script src="https://cdn.shopify.com/s/trekkie.js"></script></head><body><img src="http://cdn.shopify.com/s/files/1/logo.png"><form method="post" action="/cart/add"></form></body></html>',
          ],
          "/robots.txt": [
            "text/plain",
            "# we use Shopify as our ecommerce platform\nUser-agent: *\nDisallow: /admin\nDisallow: /cart\nSitemap: https://shopify-fixture.com/sitemap.xml\n",
          ],
          "/sitemap.xml": ["application/xml; charset=utf-8", SITEMAP("shopify-fixture.com")],
        },
        {
          "strict-transport-security": "max-age=7889238",
          "content-security-policy":
            "block-all-mixed-content; frame-ancestors 'none'; upgrade-insecure-requests;",
          "x-frame-options": "DENY",
          "x-content-type-options": "nosniff",
          "powered-by": "Shopify",
          "set-cookie": [
            "_shopify_y=abcd; path=/; secure; SameSite=Lax",
            "cart_currency=EUR; path=/; secure; SameSite=Lax",
          ],
        },
        [404, HTML, "<!doctype html><title>404 Not Found</title><h1>404</h1>"],
      ),
  },
  {
    // A mirror: its index is the site. Worth a remark, since most such lists are no intention.
    host: "nginx-index-fixture.com",
    addresses: ["23.70.5.10"],
    exposed: [],
    answer: (visit) =>
      served(
        visit,
        {
          "/": [
            "text/html",
            '<html>\r\n<head><title>Index of /</title></head>\r\n<body>\r\n<h1>Index of /</h1><hr><pre><a href="../">../</a>\r\n<a href="releases/">releases/</a>                        01-Nov-2026 10:00                   -\r\n<a href="SHA256SUMS">SHA256SUMS</a>                     01-Nov-2026 10:00                 512\r\n</pre><hr></body>\r\n</html>\r\n',
          ],
        },
        { ...HSTS, server: "nginx" },
        [404, "text/html", NGINX_404("")],
      ),
  },
  {
    host: "api-only-fixture.com",
    addresses: ["23.70.6.10"],
    exposed: [],
    answer: (visit) =>
      served(
        visit,
        {
          "/": ["application/json", '{"message":"Orders API"}'],
          "/openapi.json": ["application/json", FASTAPI],
          "/docs": [
            HTML,
            '<!DOCTYPE html><html><head><title>Orders - Swagger UI</title></head><body><div id="swagger-ui"></div><script src="https://cdn.jsdelivr.net/npm/swagger-ui-dist@5/swagger-ui-bundle.js"></script><script>const ui = SwaggerUIBundle({url: "/openapi.json"})</script></body></html>',
          ],
        },
        { ...HSTS, server: "uvicorn" },
        [404, "application/json", '{"detail":"Not Found"}'],
      ),
  },
  {
    host: "docs-fixture.com",
    addresses: ["23.70.7.10"],
    exposed: [],
    answer: (visit) =>
      served(visit, { "/": [HTML, QUOTES], "/docs": [HTML, QUOTES] }, HSTS, [
        404,
        HTML,
        "<h1>Page Not Found</h1>",
      ]),
  },
  {
    host: "django-fixture.com",
    addresses: ["23.70.8.10"],
    exposed: [],
    answer: (visit) =>
      served(
        visit,
        {
          "/": [
            HTML,
            '<!doctype html><title>Club</title><form method="post" action="/login/"><input type="hidden" name="csrfmiddlewaretoken" value="x"></form>',
          ],
        },
        {
          ...HSTS,
          "x-frame-options": "DENY",
          "x-content-type-options": "nosniff",
          "referrer-policy": "same-origin",
          "cross-origin-opener-policy": "same-origin",
          "set-cookie": "csrftoken=abcd; Path=/; SameSite=Lax; Secure",
        },
        [
          404,
          HTML,
          '\n<!doctype html>\n<html lang="en">\n<head>\n  <title>Not Found</title>\n</head>\n<body>\n  <h1>Not Found</h1><p>The requested resource was not found on this server.</p>\n</body>\n</html>\n',
        ],
      ),
  },
  {
    // Objects that are missing and objects that are private are one to it: 403 for everything.
    host: "bucket-site-fixture.com",
    addresses: ["23.70.9.10"],
    exposed: [],
    answer: (visit) =>
      served(
        visit,
        { "/": ["text/html", "<!doctype html><title>Landing</title><h1>Soon</h1>"] },
        { ...HSTS, server: "AmazonS3", "x-cache": "Error from cloudfront" },
        [
          403,
          "application/xml",
          '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>ABC</RequestId><HostId>def=</HostId></Error>',
        ],
      ),
  },
  {
    host: "spring-fixture.com",
    addresses: ["23.70.10.10"],
    exposed: [],
    answer: (visit) =>
      served(visit, { "/": [HTML, "<!doctype html><title>Portal</title><h1>Portal</h1>"] }, HSTS, [
        404,
        "application/json",
        JSON.stringify({
          timestamp: "2026-11-22T10:00:00.000+00:00",
          status: 404,
          error: "Not Found",
          path: visit.url.pathname,
        }),
      ]),
  },
  {
    host: "express-fixture.com",
    addresses: ["23.70.11.10"],
    exposed: [],
    answer: (visit) =>
      served(
        visit,
        { "/": [HTML, "<!doctype html><title>Hello</title><h1>Hello</h1>"] },
        { ...HSTS, "x-powered-by": "Express" },
        [
          404,
          HTML,
          `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot GET ${encodeURI(visit.url.pathname)}</pre>\n</body>\n</html>\n`,
        ],
      ),
  },
];
