import { HEADER_DOCS, defineTest, fails, passes } from "./define-test";

export const xContentTypeOptions = defineTest({
  id: "x-content-type-options",
  title: "X-Content-Type-Options",
  documentation: `${HEADER_DOCS}/X-Content-Type-Options`,
  outcomes: {
    "x-content-type-options-nosniff": passes(0, "Browsers are told not to guess content types."),
    "x-content-type-options-not-implemented": fails(-5, "The header is missing: send nosniff."),
    "x-content-type-options-header-invalid": fails(
      -5,
      "The header's value is not nosniff alone: send it once.",
    ),
  },
  judge({ page }) {
    const value = page.headers.get("x-content-type-options");
    if (!value) return "x-content-type-options-not-implemented";
    return value.trim().toLowerCase() === "nosniff"
      ? "x-content-type-options-nosniff"
      : "x-content-type-options-header-invalid";
  },
});
