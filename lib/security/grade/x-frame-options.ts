import { HEADER_DOCS, defineTest, fails, passes } from "./define-test";

export const xFrameOptions = defineTest({
  id: "x-frame-options",
  title: "X-Frame-Options",
  documentation: `${HEADER_DOCS}/X-Frame-Options`,
  outcomes: {
    "x-frame-options-implemented-via-csp": passes(
      5,
      "The content security policy says who may frame the page.",
    ),
    "x-frame-options-sameorigin-or-deny": passes(5, "No other site may frame the page."),
    "x-frame-options-allow-from-origin": passes(0, "ALLOW-FROM is sent, which browsers no longer obey."),
    "x-frame-options-not-implemented": fails(-20, "Any site may frame the page and trick its visitors."),
    "x-frame-options-header-invalid": fails(
      -20,
      "The header's value is neither DENY nor SAMEORIGIN, or it is sent more than once: browsers ignore an unknown value, obey two that agree, and refuse every frame where two differ.",
    ),
  },
  judge({ page }) {
    // version 6 counts a meta tag's frame-ancestors when there is another policy, though browsers don't obey it:
    // the grade stays comparable, and an ungraded row says so
    if (page.policy.kind === "policy" && page.policy.directives.has("frame-ancestors"))
      return "x-frame-options-implemented-via-csp";
    const value = page.headers.get("x-frame-options")?.trim().toLowerCase();
    if (!value) return "x-frame-options-not-implemented";
    if (value === "deny" || value === "sameorigin") return "x-frame-options-sameorigin-or-deny";
    return value.startsWith("allow-from")
      ? "x-frame-options-allow-from-origin"
      : "x-frame-options-header-invalid";
  },
});
