import { documentRoute } from "@/lib/catalog/document";
import { sampleRequest, sampleFrame } from "../audit/documentation";
import { securityHeadersAnswer } from "./answer";
import { securityHeadersEntry } from "./entry";

export const securityHeadersDocumentation = documentRoute(securityHeadersEntry, {
  description:
    "Asks a site's homepage three times (as a browser, from a foreign origin, over plain http), after its robots.txt, and judges its security headers, cookies, redirection and script integrity by the rules of the HTTP Observatory's algorithm version 6. Each failed row comes with the line to set in nginx, Caddy, Vercel, Next.js, Cloudflare and Express. Only for sites that you may have scanned: send an allowlist and authorized: true. Where other scans of its network are under way, it waits for up to three seconds, then answers 503 `network_busy`, uncharged.",
  output: securityHeadersAnswer,
  sample: {
    input: sampleRequest,
    output: {
      ...sampleFrame,
      kind: securityHeadersEntry.label,
      requests: 4,
      summary: {
        grade: "B",
        score: 75,
        testsPassed: 9,
        testsFailed: 2,
        algorithm: "Observatory-compatible, algorithm version 6",
      },
      headers: [
        {
          id: "strict-transport-security",
          title: "Strict Transport Security",
          result: "hsts-not-implemented",
          pass: false,
          scoreChange: -20,
          reason: "The header is missing: a first visit over http can be intercepted.",
          documentation:
            "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Strict-Transport-Security",
          fix: {
            header: "Strict-Transport-Security: max-age=31536000",
            nginx: 'add_header Strict-Transport-Security "max-age=31536000" always;',
            caddy: 'header Strict-Transport-Security "max-age=31536000"',
            vercel:
              '{ "source": "/(.*)", "headers": [{ "key": "Strict-Transport-Security", "value": "max-age=31536000" }] }',
            next: '{ source: "/:path*", headers: [{ key: "Strict-Transport-Security", value: "max-age=31536000" }] }',
            cloudflare: "/*\n  Strict-Transport-Security: max-age=31536000",
            express:
              'app.use((req, res, next) => { res.set("Strict-Transport-Security", "max-age=31536000"); next(); });',
            note: "If the application sends the header too, take it out there: two that differ contradict. Browsers keep to it for a year. Add includeSubDomains when every name below has https.",
          },
        },
      ],
      advisories: [],
    },
  },
});
