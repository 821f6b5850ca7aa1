import { sha256Hex } from "@/lib/http/digest";

/**
 * A link by which a person pays for an agent's call names the agent's secret by its SHA-256 alone: whoever reads the link
 * can pay, and nobody but the agent can fetch what was paid for.
 */
export const linkOf = (secret: string): Promise<string> => sha256Hex(`pay link ${secret}`);

/** The few characters of a link that a person compares: those that the agent showed, and those of the page. */
export const codeOf = (link: string): string => link.slice(0, 6).toUpperCase();
