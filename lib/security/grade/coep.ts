import { HEADER_DOCS, defineTest, fails, passes } from "./define-test";
import { structuredToken } from "./structured-token";

export const crossOriginEmbedderPolicy = defineTest({
  id: "cross-origin-embedder-policy",
  title: "Cross-Origin Embedder Policy",
  documentation: `${HEADER_DOCS}/Cross-Origin-Embedder-Policy`,
  outcomes: {
    "coep-implemented-with-require-corp": passes(10, "Only resources that allow it are embedded."),
    "coep-implemented-with-credentialless": passes(10, "Foreign resources are fetched without credentials."),
    "coep-implemented-with-unsafe-none": passes(0, "Foreign resources are embedded freely, as by default."),
    "coep-not-implemented": passes(0, "No policy is sent: foreign resources are embedded freely."),
    "coep-header-invalid": fails(
      -5,
      "The policy's value is not one known token: sent twice, it counts for nothing.",
    ),
  },
  judge({ page }) {
    const value = page.headers.get("cross-origin-embedder-policy");
    if (!value) return "coep-not-implemented";
    switch (structuredToken(value)) {
      case "require-corp":
        return "coep-implemented-with-require-corp";
      case "credentialless":
        return "coep-implemented-with-credentialless";
      case "unsafe-none":
        return "coep-implemented-with-unsafe-none";
      default:
        return "coep-header-invalid";
    }
  },
});
