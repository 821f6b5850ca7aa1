/** What previews of links show: 1.91 to 1, as they crop it. */
export const SHARE_SIZE = { width: 1200, height: 630 };
