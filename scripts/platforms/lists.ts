import * as z from "zod";
import { network } from "../../lib/http/ip-address";
import { isPublicAddress } from "../../lib/security/gate/public-address";

/** One published list: its address, and how its networks are written there. */
interface PublishedList {
  url: string;
  /** Throws for a text that is not in the list's form. */
  read(text: string): string[];
}

const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Reads JSON of one form. */
const json =
  <Form extends z.ZodType>(form: Form, pick: (read: z.output<Form>) => string[]) =>
  (text: string): string[] =>
    pick(form.parse(JSON.parse(text)));

const texts = z.array(z.string());
const amazon = z.object({
  prefixes: z.array(z.object({ ip_prefix: z.string(), service: z.string() })),
  ipv6_prefixes: z.array(z.object({ ipv6_prefix: z.string(), service: z.string() })),
});
const AKAMAI = "https://techdocs.akamai.com/property-manager/pdfs/akamai";

/** Platforms that publish where they serve their customers' sites, and the form of each list in November 2026. */
const PUBLISHED: Readonly<Record<string, readonly PublishedList[]>> = {
  cloudflare: ["ips-v4", "ips-v6"].map((name) => ({
    url: `https://www.cloudflare.com/${name}`,
    read: lines,
  })),
  fastly: [
    {
      url: "https://api.fastly.com/public-ip-list",
      read: json(z.object({ addresses: texts, ipv6_addresses: texts }), (list) => [
        ...list.addresses,
        ...list.ipv6_addresses,
      ]),
    },
  ],
  akamai: ["ipv4", "ipv6"].map((family) => ({ url: `${AKAMAI}_${family}_CIDRs.txt`, read: lines })),
  "github-pages": [
    {
      url: "https://api.github.com/meta",
      read: json(z.object({ pages: texts }), ({ pages }) => pages),
    },
  ],
  cloudfront: [
    {
      url: "https://ip-ranges.amazonaws.com/ip-ranges.json",
      read: json(amazon, ({ prefixes, ipv6_prefixes }) => [
        ...prefixes.flatMap(({ service, ip_prefix }) => (service === "CLOUDFRONT" ? [ip_prefix] : [])),
        ...ipv6_prefixes.flatMap(({ service, ipv6_prefix }) =>
          service === "CLOUDFRONT" ? [ipv6_prefix] : [],
        ),
      ]),
    },
  ],
};

export const PLATFORMS = Object.keys(PUBLISHED);

/** No platform's network holds more: a wrong list must not take the caps from half of the web. */
const SHORTEST = { 4: 8, 16: 24 } as const;
/** A list that lost more of its networks than this is taken for a broken one. */
const LEAST_SHARE = 0.5;
const MOST = 2_000;

/** The networks of a platform in the file. */
interface KeptList {
  /** The day of the reading. */
  readAt: string;
  networks: string[];
}

/** Throws with the reason for a list that is not to be believed. */
function check(platform: string, networks: readonly string[], known: readonly string[]): void {
  const refuse = (why: string): never => {
    throw new Error(`${platform}: ${why}. Nothing was written.`);
  };
  if (networks.length === 0) refuse("its list is empty");
  if (networks.length > MOST) refuse(`its list has ${networks.length} networks, more than ${MOST}`);
  if (networks.length < known.length * LEAST_SHARE)
    refuse(`its list has ${networks.length} networks, where ${known.length} were known`);
  for (const cidr of networks) {
    if (!/^[0-9a-f.:]+\/\d{1,3}$/i.test(cidr)) refuse(`${JSON.stringify(cidr.slice(0, 60))} is no network`);
    const { bytes, bits } = network(cidr); // throws for one that only looks like it
    if (bits < (bytes.length === 4 ? SHORTEST[4] : SHORTEST[16])) refuse(`${cidr} holds too many addresses`);
    if (!isPublicAddress(cidr.slice(0, cidr.indexOf("/")))) refuse(`${cidr} is no public network`);
  }
}

/**
 * Reads the lists of some platforms anew; the others stay as they are. `load` gives the text at an address. Throws, and has
 * changed nothing, where one list can't be read or is not to be believed.
 */
export async function readAnew(
  kept: Readonly<Record<string, KeptList>>,
  platforms: readonly string[],
  load: (url: string) => Promise<string>,
  today: string,
): Promise<Record<string, KeptList>> {
  const next: Record<string, KeptList> = { ...kept };
  for (const platform of platforms) {
    const lists = PUBLISHED[platform];
    if (lists === undefined) throw new Error(`${platform} is none of ${PLATFORMS.join(", ")}`);
    const read = await Promise.all(lists.map(async (list) => list.read(await load(list.url))));
    if (read.some((networks) => networks.length === 0))
      throw new Error(`${platform}: one of its lists is empty`);
    const networks = [...new Set(read.flat())];
    check(platform, networks, kept[platform]?.networks ?? []);
    next[platform] = { readAt: today, networks };
  }
  return next;
}
