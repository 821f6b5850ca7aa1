import { HEADER_DOCS, defineTest, fails, passes } from "./define-test";
import { structuredToken } from "./structured-token";

export const crossOriginOpenerPolicy = defineTest({
  id: "cross-origin-opener-policy",
  title: "Cross-Origin Opener Policy",
  documentation: `${HEADER_DOCS}/Cross-Origin-Opener-Policy`,
  outcomes: {
    "coop-implemented-with-same-origin": passes(10, "The page's window is isolated from other origins."),
    "coop-implemented-with-same-origin-allow-popups": passes(
      10,
      "The page's window is isolated, apart from pop-ups it opens.",
    ),
    "coop-implemented-with-noopener-allow-popups": passes(
      10,
      "A page that opens this one has no access to its window.",
    ),
    "coop-implemented-with-unsafe-none": passes(0, "The page's window is not isolated, as by default."),
    "coop-not-implemented": passes(0, "No policy is sent: the page's window is not isolated."),
    "coop-header-invalid": fails(
      -5,
      "The policy's value is not one known token: sent twice, it counts for nothing.",
    ),
  },
  judge({ page }) {
    const value = page.headers.get("cross-origin-opener-policy");
    if (!value) return "coop-not-implemented";
    switch (structuredToken(value)) {
      case "same-origin":
        return "coop-implemented-with-same-origin";
      case "same-origin-allow-popups":
        return "coop-implemented-with-same-origin-allow-popups";
      case "noopener-allow-popups":
        return "coop-implemented-with-noopener-allow-popups";
      case "unsafe-none":
        return "coop-implemented-with-unsafe-none";
      default:
        return "coop-header-invalid";
    }
  },
});
