/** The request's header by which the page that pays hands the answer over to an agent: the hash of the agent's secret. */
export const LINK_HEADER = "x-pay-link";

/** The form of that hash. */
export const LINK_FORM = /^[0-9a-f]{64}$/;

/** How long it is known what was paid under a link: as long as the answer itself is kept. */
export const LINK_KEPT_SEC = 24 * 3600;
