import canonicalize from "canonicalize";

/** What a report's signature covers, for who signs and who verifies. */

/** The `typ` of a report's JWS: nothing else that the service signs has it. */
export const REPORT_TYPE = "svc-security-report+jws";

/**
 * The report without what is not of the audit: its age when it is given out again, and the signature itself.
 */
export const signedPart = (report: object): object => ({ ...report, cached: null, signature: null });

/** The same as the bytes' text: canonical JSON (RFC 8785). */
export const signedText = (report: object): string => canonicalize(signedPart(report)) ?? "";
