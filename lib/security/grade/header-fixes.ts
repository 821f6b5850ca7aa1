import { type HeaderLines, headerLines } from "../header-lines";

/** What mends each test of the grade, by its id. Each line passes the test that it is for, and breaks as little as can be. */

const ONE_PLACE = "If the application sends the header too, take it out there: two that differ contradict.";
const FLAGS = "Secure; HttpOnly; SameSite=Lax";
const OPTIONS = '{ secure: true, httpOnly: true, sameSite: "lax" }';
const PINNED =
  '<script src="https://cdn.example/lib.js" integrity="sha384-…" crossorigin="anonymous"></script>';

const cookies: HeaderLines = {
  header: `Set-Cookie: <name>=<value>; Path=/; ${FLAGS}`,
  nginx: "proxy_cookie_flags ~ secure httponly samesite=lax;",
  caddy: `header >Set-Cookie "(.*)" "$1; ${FLAGS}"`,
  vercel: `(await cookies()).set(name, value, ${OPTIONS});`,
  next: `(await cookies()).set(name, value, ${OPTIONS});`,
  cloudflare: `response.headers.append("Set-Cookie", \`\${name}=\${value}; Path=/; ${FLAGS}\`);`,
  express: `res.cookie(name, value, ${OPTIONS});`,
  note: "Leave HttpOnly out for a cookie that the page's own scripts read; one that other sites' frames need is SameSite=None; Secure.",
};

const redirection: HeaderLines = {
  header: "Location: https://<host><path>",
  nginx: "server { listen 80; listen [::]:80; server_name _; return 308 https://$host$request_uri; }",
  caddy: "http:// {\n  redir https://{host}{uri} permanent\n}",
  vercel: "Nothing to set: Vercel answers plain http with such a redirect.",
  next: 'if (request.headers.get("x-forwarded-proto") === "http") return NextResponse.redirect(request.url.replace(/^http:/, "https:"), 308);',
  cloudflare: "SSL/TLS → Edge Certificates → Always Use HTTPS: on",
  express:
    "app.use((req, res, next) => (req.secure ? next() : res.redirect(308, `https://${req.hostname}${req.originalUrl}`)));",
  note: 'Redirect to https on the same host first, with status 301 or 308, and only then to another. Express behind a proxy needs app.enable("trust proxy").',
};

const subresourceIntegrity: HeaderLines = {
  header: null,
  nginx: PINNED,
  caddy: PINNED,
  vercel: PINNED,
  next: PINNED,
  cloudflare: PINNED,
  express: PINNED,
  note: "No header does this: the page's own tag does, wherever it is served. Pin a version, and take the hash of that very file.",
};

const FIXES: ReadonlyMap<string, HeaderLines> = new Map([
  [
    "cross-origin-resource-sharing",
    headerLines(
      "Access-Control-Allow-Origin",
      "https://app.example",
      "Name the one origin that may read the answers, in place of the echo, and send Access-Control-Allow-Credentials only with it.",
    ),
  ],
  [
    "cross-origin-opener-policy",
    headerLines("Cross-Origin-Opener-Policy", "same-origin-allow-popups", ONE_PLACE),
  ],
  ["cross-origin-embedder-policy", headerLines("Cross-Origin-Embedder-Policy", "credentialless", ONE_PLACE)],
  ["cross-origin-resource-policy", headerLines("Cross-Origin-Resource-Policy", "same-site", ONE_PLACE)],
  [
    "content-security-policy",
    headerLines(
      "Content-Security-Policy",
      "default-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'; object-src 'none'",
      "Send it as Content-Security-Policy-Report-Only first: what the page loads from elsewhere or runs inline has to be named, by origin, nonce or hash.",
    ),
  ],
  ["redirection", redirection],
  ["referrer-policy", headerLines("Referrer-Policy", "strict-origin-when-cross-origin", ONE_PLACE)],
  [
    "strict-transport-security",
    headerLines(
      "Strict-Transport-Security",
      "max-age=31536000",
      `${ONE_PLACE} Browsers keep to it for a year. Add includeSubDomains when every name below has https.`,
    ),
  ],
  ["subresource-integrity", subresourceIntegrity],
  ["x-content-type-options", headerLines("X-Content-Type-Options", "nosniff", ONE_PLACE)],
  [
    "x-frame-options",
    headerLines(
      "X-Frame-Options",
      "SAMEORIGIN",
      `${ONE_PLACE} A page that others may frame names them in frame-ancestors instead.`,
    ),
  ],
  ["cookies", cookies],
]);

/** What mends a failed test; null for one that did not fail. */
export const headerFix = ({ id, pass }: { id: string; pass: boolean | null }): HeaderLines | null =>
  pass === false ? (FIXES.get(id) ?? null) : null;
