import { curated } from "./curated";
import published from "./edge-networks.json" with { type: "json" };

/**
 * Networks and names of platforms that serve many customers' sites from few addresses. They only raise the limits of scans by
 * address and network: an entry that is missing costs throughput, and none lets a site be flooded.
 */
export const edgePlatforms = curated({
  owner: "security desk",
  source:
    "www.cloudflare.com/ips-v4 and ips-v6, api.fastly.com/public-ip-list, Akamai's akamai_ipv4_CIDRs.txt and akamai_ipv6_CIDRs.txt, ip-ranges.amazonaws.com/ip-ranges.json (service CLOUDFRONT), api.github.com/meta (pages), the platforms' own pages on custom domains",
  reviewed: "2026-11-27",
  nextReview: "2027-02-27",
  items: {
    networks: [
      // As the platforms publish them: `npm run platforms` reads them anew
      ...Object.values(published).flatMap(({ networks }) => networks),
      // Vercel, Netlify, Shopify, Squarespace: the addresses that they tell customers to point an apex to
      ...["76.76.21.0/24", "75.2.60.5/32", "23.227.38.0/24", "198.185.159.0/24", "198.49.23.0/24"],
    ],
    /** Zones of platforms alone: the name that owns a site's address record, where its CNAMEs end, lies under one. */
    suffixes: [
      ...["akamaiedge.net", "azurefd.net", "cloudfront.net", "fastly.net", "fly.dev", "github.io"],
      ...["herokudns.com", "myshopify.com", "netlify.app", "netlify.com", "onrender.com", "pages.dev"],
      ...["squarespace.com", "vercel-dns.com", "vercel.app", "wixdns.net"],
    ],
  },
});
