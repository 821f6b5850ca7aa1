import { curated } from "./curated";

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
      // Cloudflare
      ...["103.21.244.0/22", "103.22.200.0/22", "103.31.4.0/22", "104.16.0.0/13", "104.24.0.0/14"],
      ...["108.162.192.0/18", "131.0.72.0/22", "141.101.64.0/18", "162.158.0.0/15", "172.64.0.0/13"],
      ...["173.245.48.0/20", "188.114.96.0/20", "190.93.240.0/20", "197.234.240.0/22", "198.41.128.0/17"],
      ...["2400:cb00::/32", "2405:8100::/32", "2405:b500::/32", "2606:4700::/32", "2803:f800::/32"],
      ...["2a06:98c0::/29", "2c0f:f248::/32"],
      // Fastly
      ...["23.235.32.0/20", "43.249.72.0/22", "103.244.50.0/24", "103.245.222.0/23", "103.245.224.0/24"],
      ...["104.156.80.0/20", "140.248.64.0/18", "140.248.128.0/17", "146.75.0.0/17", "151.101.0.0/16"],
      ...["157.52.64.0/18", "167.82.0.0/17", "167.82.128.0/20", "167.82.160.0/20", "167.82.224.0/20"],
      ...["172.111.64.0/18", "185.31.16.0/22", "199.27.72.0/21", "199.232.0.0/16"],
      ...["2a04:4e40::/32", "2a04:4e42::/32"],
      // Akamai
      ...["2.16.0.0/13", "23.0.0.0/12", "23.32.0.0/11", "23.192.0.0/11", "95.100.0.0/15", "184.24.0.0/13"],
      ...["2405:9600::/32", "2600:1400::/24", "2a02:26f0::/32"],
      // GitHub Pages
      "185.199.108.0/22",
      ...["2606:50c0:8000::/48", "2606:50c0:8001::/48", "2606:50c0:8002::/48", "2606:50c0:8003::/48"],
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
