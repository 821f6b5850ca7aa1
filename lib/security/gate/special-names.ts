/** Names with a meaning inside a machine, a network or a cloud only. They never name a public site. */

/**
 * Top-level names that public DNS does not, or must not, resolve: IANA's Special-Use Domain Names (RFC 6761
 * and later), `internal` (reserved by ICANN for private use), the collision names `corp`, `home` and `mail` that ICANN
 * will never delegate, and what routers and clusters use by habit (RFC 6762 appendix G).
 */
export const SPECIAL_USE_NAMES: ReadonlySet<string> = new Set([
  "alt",
  "arpa",
  "bit",
  "cluster",
  "consul",
  "corp",
  "docker",
  "domain",
  "eth",
  "example",
  "exit",
  "gnu",
  "home",
  "i2p",
  "internal",
  "intra",
  "intranet",
  "invalid",
  "kubernetes",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "mail",
  "onion",
  "private",
  "router",
  "test",
  "workgroup",
  "zkey",
]);

/** Public names that lead to a cloud's metadata service, or are known to be pointed at one. */
export const METADATA_HOSTS: ReadonlySet<string> = new Set([
  "api.metadata.cloud.ibm.com",
  "instance-data.ec2.internal",
  "metadata.exoscale.com",
  "metadata.goog",
  "metadata.google.internal",
  "metadata.nicob.net",
  "metadata.packet.net",
  "metadata.platformequinix.com",
  "metadata.tencentyun.com",
]);

/**
 * Names that anybody can make resolve to any address: an address written into the name, a loopback domain for
 * developers, a rebinding or call-back service.
 */
export const WILDCARD_DNS: ReadonlySet<string> = new Set([
  "127-0-0-1.org.uk",
  "1u.ms",
  "42foo.com",
  "addr.tools",
  "backname.io",
  "burpcollaborator.net",
  "fuf.me",
  "interact.sh",
  "lacolhost.com",
  "lcl.host",
  "local-ip.co",
  "local-ip.medicmobile.org",
  "local-ip.sh",
  "local.gd",
  "localdev.me",
  "localho.st",
  "localhost.direct",
  "localtest.me",
  "loopback.jp",
  "lvh.me",
  "nip.io",
  "oast.fun",
  "oast.live",
  "oast.me",
  "oast.online",
  "oast.pro",
  "oast.site",
  "oastify.com",
  "plex.direct",
  "rbndr.us",
  "rebind.it",
  "rebind.network",
  "requestrepo.com",
  "smackaho.st",
  "sslip.io",
  "traefik.me",
  "ulh.us",
  "vcap.me",
  "xip.io",
  "xip.name",
  "yoogle.com",
]);

/** Suffixes under which clouds and hosts name each machine by its address, back to front or not. */
export const MACHINE_NAMES: ReadonlySet<string> = new Set([
  "bc.googleusercontent.com",
  "clients.your-server.de",
  "compute-1.amazonaws.com",
  "ip.linodeusercontent.com",
  "vultrusercontent.com",
]);
