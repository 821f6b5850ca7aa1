import type { Directives } from "./csp-policy";
import { HEADER_DOCS, defineTest, fails, passes } from "./define-test";

const BROAD = ["ftp:", "http:", "https:", "*", "http://*", "http://*.*", "https://*", "https://*.*"];
const BROAD_SOURCES: ReadonlySet<string> = new Set(BROAD);
const UNSAFE_SOURCES: ReadonlySet<string> = new Set([...BROAD, "'unsafe-inline'", "data:"]);
const NONCE_OR_HASH = /^'(?:nonce-|sha(?:256|384|512)-)/;
const PASSIVE = ["img-src", "media-src"];

export const contentSecurityPolicy = defineTest({
  id: "content-security-policy",
  title: "Content Security Policy",
  documentation: `${HEADER_DOCS}/Content-Security-Policy`,
  outcomes: {
    "csp-implemented-with-no-unsafe-default-src-none": passes(
      10,
      "Nothing is allowed but what is named, safely.",
    ),
    "csp-implemented-with-no-unsafe": passes(5, "Scripts and styles are limited to safe sources."),
    "csp-implemented-with-unsafe-inline-in-style-src-only": passes(0, "Scripts are limited; styles are not."),
    "csp-implemented-but-duplicate-directives": passes(
      0,
      "The policy is safe, but names a reporting place twice.",
    ),
    "csp-implemented-with-insecure-scheme-in-passive-content-only": passes(
      -10,
      "Images or media may come over plain http.",
    ),
    "csp-implemented-with-unsafe-eval": fails(-10, "Scripts may run text as code ('unsafe-eval')."),
    "csp-implemented-with-unsafe-inline": fails(
      -20,
      "Scripts or plug-ins may come inline or from nearly anywhere, so the policy stops little.",
    ),
    "csp-implemented-with-insecure-scheme": fails(-20, "Active content may come over plain http."),
    "csp-header-invalid": fails(-25, "The policy is empty, repeats a directive, or can't work as written."),
    "csp-not-implemented": fails(-25, "No policy limits what the page may load and run."),
    "csp-not-implemented-but-reporting-enabled": fails(-25, "The policy only reports; it limits nothing."),
  },
  judge({ page }) {
    const { policy } = page;
    if (policy.kind === "invalid") return "csp-header-invalid";
    if (policy.kind === "absent")
      return page.headers.get("content-security-policy-report-only")
        ? "csp-not-implemented-but-reporting-enabled"
        : "csp-not-implemented";

    const directives = neutralised(policy.directives);
    const scripts = listFor(directives, "script-src");
    const objects = listFor(directives, "object-src");
    const styles = listFor(directives, "style-src");
    const overHttps = page.url.protocol === "https:";

    if (scripts.has("'strict-dynamic'") && !hasNonceOrHash(scripts)) return "csp-header-invalid";
    if (meets(scripts, UNSAFE_SOURCES) || meets(objects, BROAD_SOURCES))
      return "csp-implemented-with-unsafe-inline";
    if (overHttps && [...scripts, ...otherActive(directives)].some(insecure))
      return "csp-implemented-with-insecure-scheme";
    if (scripts.has("'unsafe-eval'") || styles.has("'unsafe-eval'"))
      return "csp-implemented-with-unsafe-eval";
    if (policy.duplicateReports) return "csp-implemented-but-duplicate-directives";
    if (overHttps && PASSIVE.flatMap((name) => [...listFor(directives, name, [])]).some(insecure))
      return "csp-implemented-with-insecure-scheme-in-passive-content-only";
    if (meets(styles, UNSAFE_SOURCES)) return "csp-implemented-with-unsafe-inline-in-style-src-only";
    const fallback = directives.get("default-src");
    return fallback?.size === 1 && fallback.has("'none'")
      ? "csp-implemented-with-no-unsafe-default-src-none"
      : "csp-implemented-with-no-unsafe";
  },
  about({ page: { policy } }, result) {
    if (policy.kind !== "policy" || result !== "csp-implemented-with-unsafe-inline") return [];
    const directives = neutralised(policy.directives);
    const wide = (name: string, unsafe: ReadonlySet<string>): readonly string[] => {
      const from = directives.has(name) ? name : "default-src";
      if (!directives.has(from)) return [`no ${name}`];
      return [...listFor(directives, name)]
        .filter((source) => unsafe.has(source))
        .map((source) => `${from} ${source}`);
    };
    return [...wide("script-src", UNSAFE_SOURCES), ...wide("object-src", BROAD_SOURCES)];
  },
});

/** The list that governs a kind of content: its own, else the default, else what holds without either. */
function listFor(
  directives: Directives,
  name: string,
  without: readonly string[] = ["*"],
): ReadonlySet<string> {
  return directives.get(name) ?? directives.get("default-src") ?? new Set(without);
}

/** Directives without the sources that browsers ignore because a nonce or a hash stands beside them. */
function neutralised(directives: Directives): Directives {
  const result = new Map(directives);
  for (const name of ["script-src", "style-src"]) {
    const governing = result.has(name) ? name : "default-src";
    const list = result.get(governing);
    if (list === undefined || !hasNonceOrHash(list)) continue;
    const strict = name === "script-src" && list.has("'strict-dynamic'");
    const ignored = (source: string): boolean =>
      source === "'unsafe-inline'" ||
      (strict && (source === "'self'" || BROAD.some((broad) => source.startsWith(broad))));
    result.set(governing, new Set([...list].filter((source) => !ignored(source))));
  }
  return result;
}

const otherActive = (directives: Directives): readonly string[] =>
  [...directives].flatMap(([name, list]) =>
    name === "script-src" || PASSIVE.includes(name) ? [] : [...list],
  );

const insecure = (source: string): boolean => source.startsWith("http:") || source.startsWith("ftp:");
const hasNonceOrHash = (list: ReadonlySet<string>): boolean =>
  [...list].some((source) => NONCE_OR_HASH.test(source));
const meets = (list: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...list].some((source) => others.has(source));
