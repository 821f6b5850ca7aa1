import { MAX_HOST, withoutDots } from "./host-length";
import { suffixOf } from "./suffixes";
import { PREVIEW_SUFFIXES, TUNNEL_SUFFIXES } from "./preview-suffixes";
import type { Problem } from "./problem";
import { MACHINE_NAMES, METADATA_HOSTS, SPECIAL_USE_NAMES, WILDCARD_DNS } from "./special-names";
import { isSharedHost, REQUEST_BINS } from "./tenants";
import type { SuffixList } from "./suffix-list";

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** WHATWG parsers have turned every spelling of an IPv4 address into dotted decimal by now. */
const IP_LITERAL = /^(\[.*\]|[0-9]+(\.[0-9]+){3})$/;

/** Letters, digits and hyphens (RFC 952, 1123), no empty label, a top-level label that is no number. */
function isWellFormed(host: string): boolean {
  const labels = host.split(".");
  return labels.every((label) => LABEL.test(label)) && /[a-z]/.test(labels[labels.length - 1] ?? "");
}

/** `ec2-1-2-3-4` and `ip-1-2-3-4` anywhere; `1-2-3-4` below somebody's domain, since it can be a site's own name. */
function spellsAddress(name: string, { registrableDomain }: SuffixList): boolean {
  const [label = ""] = name.split(".", 1);
  const [, cloud, octets = ""] = /^(ec2-|ip-)?(\d{1,3}(?:-\d{1,3}){3})$/.exec(label) ?? [];
  if (octets === "" || octets.split("-").some((octet) => Number(octet) > 255)) return false;
  return cloud !== undefined || registrableDomain(name) !== name;
}

/**
 * What is wrong with a host name as the address parser left it: lower case, ASCII. Empty for a name that public DNS
 * may be asked for. The kinds exclude each other in this order.
 */
export function hostProblems(host: string, suffixes: SuffixList): Problem[] {
  if (host.length > MAX_HOST)
    return [{ code: "host_malformed", message: `The host is longer than ${MAX_HOST} characters.` }];
  if (IP_LITERAL.test(host))
    return [{ code: "ip_literal", message: "Name a host, not an address: whose site is it?" }];
  if (/(^|\.)xn--/.test(host))
    return [
      {
        code: "punycode",
        message: "Internationalised names are not scanned: they can look like another site's.",
      },
    ];
  const problems: Problem[] = [];
  if (!isWellFormed(host))
    problems.push({
      code: "host_malformed",
      message: "The host is not a name of letters, digits and hyphens.",
    });
  const name = withoutDots(host);
  const special = suffixOf(name, SPECIAL_USE_NAMES);
  const preview = suffixOf(name, PREVIEW_SUFFIXES);
  const tunnel = suffixOf(name, TUNNEL_SUFFIXES);
  const machine = suffixOf(name, MACHINE_NAMES);
  const bin = suffixOf(name, REQUEST_BINS);
  const wildcard = suffixOf(name, WILDCARD_DNS);
  if (suffixOf(name, METADATA_HOSTS) !== null)
    problems.push({ code: "metadata_host", message: "The host is a cloud's metadata service." });
  else if (special !== null)
    problems.push({
      code: "special_use",
      message: `Names under .${special} are not on the public Internet.`,
    });
  else if (!name.includes("."))
    problems.push({ code: "single_label", message: "A name without a dot is a private network's." });
  else if (wildcard !== null)
    problems.push({
      code: "wildcard_dns",
      message: `Names under ${wildcard} lead to whatever address the caller writes.`,
    });
  else if (bin !== null)
    problems.push({
      code: "request_bin",
      message: `${bin} shows requests to whoever made an address there. Scan the site's own domain.`,
    });
  else if (isSharedHost(name))
    problems.push({
      code: "shared_host",
      message: "Many owners' files lie under this one host: it is no site of anybody's.",
    });
  else if (machine !== null || spellsAddress(name, suffixes))
    problems.push({
      code: "address_name",
      message:
        "The name is a machine's address in words, whoever has that address today. Scan the site's own domain.",
    });
  else if (tunnel !== null)
    problems.push({
      code: "preview_host",
      message: `${tunnel} leads through a tunnel to a machine of somebody's. Scan the site's own domain.`,
    });
  else if (preview !== null)
    problems.push({
      code: "preview_host",
      message: `${preview} hosts previews and free deployments. Scan the site's own domain.`,
    });
  // the list says so of whatever is no name, too
  else if (isWellFormed(name) && suffixes.isPublicSuffix(name))
    problems.push({ code: "public_suffix", message: "Names are registered under it; it is not a site." });
  return problems;
}
