import type { ServerResponse } from "node:http";
import { type Listening, listen } from "../host/listen";

/** What a resolver says of a name: its addresses of both families, or a reply of its own. */
export type Zone = Readonly<Record<string, readonly string[] | ((response: ServerResponse) => void)>>;

export interface Resolver extends Listening {
  /** Every question so far, as `<type> <name>`. */
  asked: string[];
  /** From now on names resolve by this. */
  serve(zone: Zone): void;
}

const TYPES = { A: 1, AAAA: 28 } as const;
const NOERROR = 0;
const NXDOMAIN = 3;

export function sendMessage(response: ServerResponse, message: unknown): void {
  response.writeHead(200, { "content-type": "application/dns-json" }).end(JSON.stringify(message));
}

/** A resolver of DNS over HTTPS in its JSON form, for names that exist in the local world only. */
export async function startResolver(first: Zone, port: number): Promise<Resolver> {
  let zone = first;
  const asked: string[] = [];
  const listening = await listen(port, (request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://resolver");
    const name = searchParams.get("name") ?? "";
    const type = searchParams.get("type") === "AAAA" ? "AAAA" : "A";
    asked.push(`${type} ${name}`);
    const known = zone[name];
    if (typeof known === "function") return known(response);
    const addresses = (known ?? []).filter((address) => address.includes(":") === (type === "AAAA"));
    sendMessage(response, {
      Status: known === undefined ? NXDOMAIN : NOERROR,
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name, type: TYPES[type] }],
      ...(addresses.length === 0
        ? {}
        : { Answer: addresses.map((data) => ({ name, type: TYPES[type], TTL: 300, data })) }),
    });
  });
  return { ...listening, asked, serve: (next) => void (zone = next) };
}
