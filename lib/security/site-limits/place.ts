import { edgePlatforms } from "@/lib/curated/edge-platforms";
import { isInside, network, parseIp } from "@/lib/http/ip-address";
import { host64, neighbourhood } from "../gate/public-address";
import { suffixOf } from "../gate/suffixes";

/** Where a scan's requests go, as far as limits count it. */
export interface Place {
  /** An IPv4 address, or the /64 of an IPv6 address. */
  address: string;
  /** The /24 or /48 around it. */
  network: string;
  /** Whether a platform serves many owners' sites there, so that more may be under way at once. */
  isPlatform: boolean;
}

const NETWORKS = edgePlatforms.items.networks.map(network);
const SUFFIXES: ReadonlySet<string> = new Set(edgePlatforms.items.suffixes);

/** Judges by the address, or by the name that owns its record: no site can write either of a platform's. */
function isPlatform(text: string, owner: string): boolean {
  const address = parseIp(text);
  if (address !== null && NETWORKS.some((known) => isInside(address, known))) return true;
  return suffixOf(owner, SUFFIXES) !== null;
}

/** The place of a public address; `owners` says which name owns its record in DNS. Throws for text that is no address. */
export function placeOf(text: string, owners: ReadonlyMap<string, string>): Place {
  const [address, around] = [host64(text), neighbourhood(text)];
  if (address === null || around === null) throw new Error("no address");
  return { address, network: around, isPlatform: isPlatform(text, owners.get(text) ?? "") };
}
