/** Topics of headlines, in the wire's order. */
export const TOPICS = ["crypto", "defi", "macro", "regulation", "markets"] as const;
export type Topic = (typeof TOPICS)[number];
