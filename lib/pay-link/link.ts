import { sha256Hex } from "@/lib/http/digest";

/**
 * A link by which a person pays for an agent's call names the agent's secret by its SHA-256 alone: whoever reads the link
 * can pay, and nobody but the agent can fetch what was paid for. It ends at `until`, in seconds: with another end it is another
 * link, under which the agent looks for nothing.
 */
export const linkOf = async (secret: string, until: string): Promise<string> =>
  `${await sha256Hex(`pay link ${secret}`)}.${until}`;

/** The few characters of a link that a person compares: those that the agent showed, and those of the page. */
export const codeOf = (link: string): string => link.slice(0, 6).toUpperCase();
