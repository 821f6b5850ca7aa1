/** Revisions of MCP that the tool endpoint speaks, the preferred one first. */
export const MCP_VERSIONS = ["2026-07-28", "2025-11-25"] as const;

/** Version of OpenAPI that the contract is written in. */
export const OPENAPI_VERSION = "3.1.0";
