import { suffixOf } from "./suffixes";

/** Hosts that keep, or answer with, what whoever made an address there wants: a request there reaches a stranger. */
export const REQUEST_BINS: ReadonlySet<string> = new Set([
  "beeceptor.com",
  "bxss.me",
  "canarytokens.com",
  "ceye.io",
  "dnslog.cn",
  "dnslog.link",
  "eyes.sh",
  "hkdk.events",
  "hookb.in",
  "httpdump.app",
  "mockbin.io",
  "mockbin.org",
  "pipedream.net",
  "play.svix.com",
  "postb.in",
  "ptsv2.com",
  "ptsv3.com",
  "rbaskets.in",
  "requestbin.com",
  "requestbin.net",
  "requestcatcher.com",
  "requestinspector.com",
  "smee.io",
  "typedwebhook.tools",
  "webhook-test.com",
  "webhook.cool",
  "webhook.site",
  "webhookinbox.com",
  "xss.ht",
]);

/** Hosts that serve many owners' files by their paths. */
const SHARED_HOSTS: ReadonlySet<string> = new Set([
  "cdn.jsdelivr.net",
  "commondatastorage.googleapis.com",
  "firebasestorage.googleapis.com",
  "gist.githubusercontent.com",
  "raw.githubusercontent.com",
  "storage.cloud.google.com",
  "storage.googleapis.com",
  "unpkg.com",
]);

/** Amazon's and others' stores of objects, of which some region's name may be a part. */
const OBJECT_STORE =
  /^s3(?:[.-](?:dualstack\.)?[a-z0-9-]+)?\.(?:amazonaws\.com|wasabisys\.com|[a-z0-9-]+\.backblazeb2\.com)$|^s3\.[a-z0-9-]+\.backblazeb2\.com$/;

export const isSharedHost = (host: string): boolean => SHARED_HOSTS.has(host) || OBJECT_STORE.test(host);

/**
 * Domains under which each name is another customer's, beside those that the public suffix list knows. Where `*.` comes first,
 * the customer's name stands one label deeper, behind a region.
 */
const TENANT_SUFFIXES: ReadonlySet<string> = new Set([
  // clouds
  ...[
    "aliyuncs.com",
    "amazonaws.com",
    "azure.com",
    "*.cloudapp.azure.com",
    "azure-api.net",
    "azure-devices.net",
  ],
  ...["googleapis.com", "googleusercontent.com", "storage.googleapis.com", "hetzner.cloud", "myqcloud.com"],
  ...[
    "*.backblazeb2.com",
    "b-cdn.net",
    "fastly.net",
    "oraclecloud.com",
    "ovh.net",
    "scw.cloud",
    "windows.net",
  ],
  ...["vercel-storage.com", "wasabisys.com", "linodeobjects.com", "digitaloceanspaces.com"],
  // shops, sites, desks
  ...[
    "atlassian.net",
    "bigcartel.com",
    "canva.site",
    "force.com",
    "freshdesk.com",
    "ghost.io",
    "hubspotpagebuilder.com",
  ],
  ...[
    "medium.com",
    "mybigcommerce.com",
    "myfreshworks.com",
    "my.site.com",
    "my.salesforce.com",
    "neocities.org",
  ],
  ...[
    "odoo.com",
    "onmicrosoft.com",
    "retool.com",
    "sharepoint.com",
    "squarespace.com",
    "substack.com",
    "tiiny.site",
  ],
  ...[
    "tumblr.com",
    "typeform.com",
    "weebly.com",
    "wordpress.com",
    "wpengine.com",
    "zendesk.com",
    "zohosites.com",
  ],
]);

/** The name of the customer that a host is of, such as `shop.zendesk.com`; null for a host under none of these domains. */
export function tenantOf(host: string): string | null {
  const labels = host.split(".");
  for (let at = 1; at < labels.length; at += 1) {
    const suffix = labels.slice(at).join(".");
    if (at > 1 && TENANT_SUFFIXES.has(`*.${suffix}`)) return labels.slice(at - 2).join(".");
    if (TENANT_SUFFIXES.has(suffix)) return labels.slice(at - 1).join(".");
  }
  return null;
}

const DOMAINS: readonly string[] = [...TENANT_SUFFIXES].map((suffix) => suffix.replace(/^\*\./, ""));

/** Whether names of more than one customer lie under this one, or it lies between such a domain and its customers. */
export const coversTenants = (base: string): boolean =>
  DOMAINS.some((domain) => suffixOf(domain, new Set([base])) !== null) ||
  TENANT_SUFFIXES.has(`*.${base.split(".").slice(1).join(".")}`);
