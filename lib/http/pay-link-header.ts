/** The request's header by which the page that pays hands the answer over to an agent: the hash of the agent's secret. */
export const LINK_HEADER = "x-pay-link";

/** That hash, and the moment at which the link ends, in seconds: `<hash>.<until>`. */
export const LINK_FORM = /^[0-9a-f]{64}\.[0-9]{10}$/;

/** A person has an hour at most. */
export const LINK_OPEN_SEC = 3600;

/** Whether a link of that form may still be paid for at this moment (ms). */
export function isOpen(link: string, now: number): boolean {
  const leftMs = Number(link.slice(link.indexOf(".") + 1)) * 1000 - now;
  return leftMs > 0 && leftMs <= LINK_OPEN_SEC * 1000;
}

/** How long it is known what was paid under a link: as long as the answer itself is kept. */
export const LINK_KEPT_SEC = 24 * 3600;
