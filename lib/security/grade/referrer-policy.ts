import { HEADER_DOCS, defineTest, fails, passes } from "./define-test";

const PRIVATE = new Set(["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"]);
const UNSAFE = new Set(["origin", "origin-when-cross-origin", "unsafe-url", "no-referrer-when-downgrade"]);

export const referrerPolicy = defineTest({
  id: "referrer-policy",
  title: "Referrer Policy",
  documentation: `${HEADER_DOCS}/Referrer-Policy`,
  outcomes: {
    "referrer-policy-private": passes(5, "Other sites learn at most this site's origin."),
    "referrer-policy-not-implemented": passes(0, "No policy is sent: the browser's default applies."),
    "referrer-policy-unsafe": fails(-5, "The policy reveals more to other sites than it should."),
    "referrer-policy-header-invalid": fails(-5, "No value of the policy is a known one."),
  },
  judge({ page }) {
    const header = page.headers.get("referrer-policy");
    const meta = page.elements.metaReferrer;
    if (header === null && meta === null) return "referrer-policy-not-implemented";
    // the last value that is known wins, and markup comes after the header
    const policy = `${header ?? ""},${meta ?? ""}`
      .split(",")
      .map((value) => value.trim().toLowerCase())
      .findLast((value) => PRIVATE.has(value) || UNSAFE.has(value));
    if (policy === undefined) return "referrer-policy-header-invalid";
    return PRIVATE.has(policy) ? "referrer-policy-private" : "referrer-policy-unsafe";
  },
});
