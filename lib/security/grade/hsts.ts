import { HEADER_DOCS, defineTest, fails, passes } from "./define-test";

/** Six months of 30 days, in seconds: what sites in practice mean by six months. */
const SIX_MONTHS_SEC = 15_552_000;
const MAX_HEADER = 1_024;

export const strictTransportSecurity = defineTest({
  id: "strict-transport-security",
  title: "Strict Transport Security",
  documentation: `${HEADER_DOCS}/Strict-Transport-Security`,
  outcomes: {
    "hsts-preloaded": passes(5, "Browsers know the host as https only before the first visit."),
    "hsts-implemented-max-age-at-least-six-months": passes(
      0,
      "Browsers keep to https for six months or more.",
    ),
    "hsts-implemented-max-age-less-than-six-months": fails(
      -10,
      "Browsers keep to https for less than six months, or not at all where max-age is 0.",
    ),
    "hsts-not-implemented": fails(-20, "The header is missing: a first visit over http can be intercepted."),
    "hsts-header-invalid": fails(
      -20,
      "The header can't be understood, or is sent more than once: browsers ignore it, or all but the first.",
    ),
    "hsts-not-implemented-no-https": fails(-20, "The site doesn't answer over https."),
    "hsts-invalid-cert": fails(-20, "The certificate doesn't hold, so browsers ignore the header."),
  },
  judge({ host, https, isPreloaded }) {
    if (https === null) return "hsts-not-implemented-no-https";
    if (isPreloaded(host)) return "hsts-preloaded";
    if (!https.verified) return "hsts-invalid-cert";
    const header = https.headers.get("strict-transport-security");
    if (header === null) return "hsts-not-implemented";
    const seconds = maxAge(header.slice(0, MAX_HEADER));
    if (seconds === null) return "hsts-header-invalid";
    return seconds < SIX_MONTHS_SEC
      ? "hsts-implemented-max-age-less-than-six-months"
      : "hsts-implemented-max-age-at-least-six-months";
  },
});

/** The `max-age` in seconds (RFC 6797 §6.1.1), or null. A comma means that the header was sent twice. */
function maxAge(header: string): number | null {
  if (header.includes(",")) return null;
  const values = header
    .split(";")
    .map((directive) => directive.trim().toLowerCase())
    .filter((directive) => directive.startsWith("max-age="));
  const digits = /^max-age=("?)(\d+)\1$/.exec(values.at(-1) ?? "")?.[2];
  return digits === undefined ? null : Number(digits);
}
