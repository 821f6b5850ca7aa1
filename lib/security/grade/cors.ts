import { HEADER_DOCS, defineTest, fails, passes, untested } from "./define-test";

export const crossOriginResourceSharing = defineTest({
  id: "cross-origin-resource-sharing",
  title: "Cross-Origin Resource Sharing",
  documentation: `${HEADER_DOCS}/Access-Control-Allow-Origin`,
  outcomes: {
    "cross-origin-resource-sharing-not-implemented": passes(0, "Other origins may not read its answers."),
    "cross-origin-resource-sharing-implemented-with-public-access": passes(
      0,
      "Any origin may read its answers, without credentials.",
    ),
    "cross-origin-resource-sharing-implemented-with-restricted-access": passes(
      0,
      "Only chosen origins, or none with credentials, may read its answers.",
    ),
    "cross-origin-resource-sharing-implemented-with-universal-access": fails(
      -50,
      "A foreign origin is echoed and credentials are allowed: any site may read what a signed-in visitor sees.",
    ),
    "cross-origin-resource-sharing-not-tested": untested(
      "The request with a foreign origin got no clear answer.",
    ),
  },
  judge({ cors }) {
    if (cors === null) return "cross-origin-resource-sharing-not-tested";
    const allowed = cors.headers.get("access-control-allow-origin");
    if (!allowed) return "cross-origin-resource-sharing-not-implemented";
    if (allowed.trim() === "*") return "cross-origin-resource-sharing-implemented-with-public-access";
    const credentials = cors.headers.get("access-control-allow-credentials")?.trim().toLowerCase() === "true";
    return allowed === cors.origin && credentials
      ? "cross-origin-resource-sharing-implemented-with-universal-access"
      : "cross-origin-resource-sharing-implemented-with-restricted-access";
  },
});
