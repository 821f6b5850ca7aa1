import type { YieldsInput } from "./input";

const POOL_DESK = /^(?:meteora|(?:meteora[ _-]?)?dlmm)$/i;
/** As a word, in the plural too, and beside an underscore. */
const MENTIONED = /(?<![a-z0-9])dlmms?(?![a-z0-9])/i;

/**
 * DefiLlama lists no DLMM pools: a request for them by project, or in the message, gets Meteora's. What is asked for
 * in so many words comes before the message: another project, or a chain that Meteora is not on.
 */
export const wantsDlmm = ({
  project,
  chain,
  message,
}: Pick<YieldsInput, "project" | "chain" | "message">): boolean =>
  project === undefined
    ? (chain === undefined || chain === "solana") && MENTIONED.test(message ?? "")
    : POOL_DESK.test(project);
