import { untrustedText } from "../untrusted-text";
import { effectivePolicy } from "./csp-policy";
import { HEADER_DOCS, SECURITY_DOCS } from "./define-test";
import type { Observation } from "./observation";
import { isDictionary } from "./structured-token";

/** A row beside the grade: it changes no score. */
export interface Advisory {
  id: string;
  status: "good" | "improve" | "not_applicable";
  detail: string;
  documentation: string;
}

/** Headers whose value names a piece of software; without a version it reveals little to an attacker. */
const BANNERS = [
  "server",
  "x-powered-by",
  "x-generator",
  "x-aspnet-version",
  "x-aspnetmvc-version",
  "x-php-version",
];
/** Debug headers that should not reach production. Their values can carry data, so only the names are shown. */
const DEBUGGING = [
  "x-debug-token",
  "x-debug-token-link",
  "x-chromelogger-data",
  "x-chromephp-data",
  "x-backend-server",
];
/** These say so by being there. */
const ALWAYS_DISCLOSING = new Set(["x-powered-by", "x-generator"]);

/** `nginx/1.24`, not the digit of a name such as AmazonS3. */
const VERSION = /(?:^|[/ (])v?\d+(?:\.\d|$)/;

/** Rows that the grade doesn't count but a reader should see. */
export function adviseHeaders(seen: Observation): readonly Advisory[] {
  return [permissions(seen), disclosure(seen), cookieCaching(seen), stylesheets(seen), framesInMarkup(seen)];
}

function permissions({ page }: Observation): Advisory {
  const documentation = `${HEADER_DOCS}/Permissions-Policy`;
  const id = "permissions-policy";
  const policy = page.headers.get("permissions-policy");
  if (policy && isDictionary(policy))
    return { id, status: "good", detail: "The page says which browser features it may use.", documentation };
  if (policy) {
    const detail =
      "The Permissions-Policy is not written as the header has it, feature=(), with commas: browsers ignore all of it.";
    return { id, status: "improve", detail, documentation };
  }
  const old = page.headers.has("feature-policy");
  const detail = old ? "Only the old Feature-Policy is sent." : "No Permissions-Policy is sent.";
  return {
    id,
    status: "improve",
    detail: `${detail} Switch off the features that the page doesn't use.`,
    documentation,
  };
}

/** What a response's headers disclose about the server's software, as names with their cleaned values. */
export function disclosedSoftware(headers: Headers): readonly string[] {
  const banners = BANNERS.flatMap((name) => {
    const value = headers.get(name);
    if (!value || !(ALWAYS_DISCLOSING.has(name) || VERSION.test(value))) return [];
    return [`${name}: ${untrustedText(value).slice(0, 80)}`];
  });
  return [...banners, ...DEBUGGING.filter((name) => headers.has(name))];
}

function disclosure({ page }: Observation): Advisory {
  const disclosed = disclosedSoftware(page.headers);
  return {
    id: "disclosure",
    status: disclosed.length === 0 ? "good" : "improve",
    detail:
      disclosed.length === 0
        ? "No header discloses the server's software."
        : untrustedText(`These headers disclose the server's software: ${disclosed.join("; ")}`),
    documentation: `${HEADER_DOCS}/Server`,
  };
}

function cookieCaching({ page }: Observation): Advisory {
  const about = { id: "cookie-caching", documentation: `${HEADER_DOCS}/Cache-Control` };
  if (page.headers.getSetCookie().length === 0)
    return { ...about, status: "not_applicable", detail: "The answer sets no cookie." };
  const directives = (page.headers.get("cache-control") ?? "").toLowerCase().split(/[\s,]+/);
  const guarded = directives.some((directive) => /^(?:no-store|private|no-cache)(?:=|$)/.test(directive));
  return guarded
    ? { ...about, status: "good", detail: "Shared caches don't reuse the answer that sets a cookie." }
    : {
        ...about,
        status: "improve",
        detail:
          "The answer sets a cookie without Cache-Control no-store or private: a shared cache may hand it on.",
      };
}

function stylesheets(seen: Observation): Advisory {
  const about = {
    id: "stylesheet-integrity",
    documentation: `${SECURITY_DOCS}/Defenses/Subresource_Integrity`,
  };
  const ownDomain = seen.registrableDomain(seen.host);
  const foreign = seen.page.elements.stylesheets.filter(({ src }) => {
    const url = URL.canParse(src, seen.page.url) ? new URL(src, seen.page.url) : null;
    return url !== null && seen.registrableDomain(url.hostname) !== ownDomain;
  });
  const bare = foreign.filter(({ integrity }) => integrity === "").length;
  if (foreign.length === 0)
    return { ...about, status: "not_applicable", detail: "No stylesheet comes from another site." };
  return bare === 0
    ? { ...about, status: "good", detail: "Stylesheets from other sites are pinned by hash." }
    : {
        ...about,
        status: "improve",
        detail: `${bare} of ${foreign.length} stylesheets from other sites have no hash.`,
      };
}

function framesInMarkup({ page }: Observation): Advisory {
  const about = {
    id: "frame-ancestors-in-meta",
    documentation: `${HEADER_DOCS}/Content-Security-Policy/frame-ancestors`,
  };
  const sent = effectivePolicy(page.headers, []);
  const inHeader = sent.kind === "policy" && sent.directives.has("frame-ancestors");
  const inMeta = page.elements.metaPolicies.some((policy) =>
    /(?:^|[;,])\s*frame-ancestors(?:\s|;|,|$)/i.test(policy),
  );
  if (!inMeta) return { ...about, status: "not_applicable", detail: "No meta tag carries frame-ancestors." };
  return inHeader
    ? { ...about, status: "good", detail: "frame-ancestors is in the header, where browsers obey it." }
    : {
        ...about,
        status: "improve",
        detail: "Browsers ignore frame-ancestors in a meta tag: send it as a header.",
      };
}
