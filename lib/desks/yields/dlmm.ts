import type { YieldsInput } from "./input";

const POOL_DESK = /^meteora(?:[ -]?dlmm)?$/i;

/**
 * DefiLlama lists no DLMM pools: whoever asks for them by project, or in the message, gets Meteora's. What is asked for
 * in so many words comes before the message: another project, or a chain that Meteora is not on.
 */
export const wantsDlmm = ({
  project,
  chain,
  message,
}: Pick<YieldsInput, "project" | "chain" | "message">): boolean =>
  project === undefined
    ? (chain === undefined || chain === "solana") && /\bdlmm\b/i.test(message ?? "")
    : POOL_DESK.test(project);
