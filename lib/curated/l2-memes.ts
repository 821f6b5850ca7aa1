import { curated } from "./curated";

/** Memes on Base that belong to the rotation whether or not a list shows them, and symbols of the chain that are none. */
export const l2Memes = curated({
  owner: "alpha desks",
  source:
    "contracts as the tokens' own sites publish them; symbols of the chain's largest tokens that are no memes",
  reviewed: "2026-11-22",
  nextReview: "2027-02-22",
  items: {
    pinned: [
      "0x532f27101965dd16442e59d40670faf5ebb142e4", // BRETT
      "0xac1bd2486aaf3b5c0fc3fd868558b082a531b2b4", // TOSHI
      "0x4ed4e862860bed51a9570b96d89af5e1b0efefed", // DEGEN
      "0x6921b130d297cc43754afba22e5eac0fbf8db75b", // doginme
      "0x9a26f5433671751c3276a065f57e5a02d2817973", // KEYCAT
    ],
    others:
      /^(?:W?ETH|WST.*|CB.*|.*USD.*|EUR.?|DAI|AERO|VIRTUAL|MORPHO|WELL|ZORA|CAKE|UNI|LINK|AAVE|.*BTC.*)$/i,
  },
});
