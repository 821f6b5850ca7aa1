import { HEADER_DOCS, defineTest, fails, passes } from "./define-test";

export const crossOriginResourcePolicy = defineTest({
  id: "cross-origin-resource-policy",
  title: "Cross-Origin Resource Policy",
  documentation: `${HEADER_DOCS}/Cross-Origin-Resource-Policy`,
  outcomes: {
    "corp-implemented-with-same-origin": passes(10, "Only this origin may embed its resources."),
    "corp-implemented-with-same-site": passes(10, "Only this site may embed its resources."),
    "corp-implemented-with-cross-origin": passes(0, "Any site may embed its resources."),
    "corp-not-implemented": passes(0, "No policy is sent: any site may embed its resources."),
    "corp-header-invalid": fails(
      -5,
      "The policy's value is not one that is known: sent twice, it counts for nothing.",
    ),
  },
  judge({ page }) {
    const value = page.headers.get("cross-origin-resource-policy");
    if (!value) return "corp-not-implemented";
    switch (value.trim().toLowerCase()) {
      case "same-origin":
        return "corp-implemented-with-same-origin";
      case "same-site":
        return "corp-implemented-with-same-site";
      case "cross-origin":
        return "corp-implemented-with-cross-origin";
      default:
        return "corp-header-invalid";
    }
  },
});
