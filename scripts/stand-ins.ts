/**
 * Modules of packages that files of ours stand in for, in Next's build and in the bundle of the plain Node host alike: both sell
 * by the same code. By the name that is imported, the file from the repository's root.
 */
export const PACKAGE_STAND_INS = {
  "zod/v4": "lib/mcp/sdk-zod.ts",
  "@modelcontextprotocol/server/_shims": "lib/mcp/sdk-shims.ts",
};

/** Files of ours that others stand in for in builds that check answers: functions carry schemas of answers in no other. */
export const CHECKED_ANSWERS = { file: "lib/catalog/answers", by: "lib/catalog/answers.checked.ts" };
