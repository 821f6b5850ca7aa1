/** Revisions of MCP that the tool endpoint speaks, the preferred one first. */
export const MCP_VERSIONS = ["2026-07-28", "2025-11-25"] as const;

/** Version of A2A that the agent endpoint speaks. */
export const A2A_VERSION = "1.0";

/** x402's extension of A2A, by which a task asks for its payment. */
export const X402_EXTENSION = "https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2";

/** Version of OpenAPI that the contract is written in. */
export const OPENAPI_VERSION = "3.1.0";
