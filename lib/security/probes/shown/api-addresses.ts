import { MAX_HOST } from "@/lib/security/gate/host-length";
import { isPublicAddress } from "@/lib/security/gate/public-address";
import { parseIp } from "@/lib/http/ip-address";
import { SPECIAL_USE_NAMES } from "@/lib/security/gate/special-names";
import { suffixOf } from "@/lib/security/gate/suffixes";
import { asObject, parseObject, readOpenApi } from "@/lib/security/openapi";
import { untrustedText } from "@/lib/security/untrusted-text";
import type { Finding } from "../finding";
import { type ShownAnswer, whereShown } from "./shown-answer";

/** Names that documentation uses for what is not there. */
const EXEMPLARY = new Set(["example", "test", "invalid"]);
const MAX_SERVERS = 200;
/** Longer addresses are left unread. */
const MAX_ADDRESS = 2_048;

const urlsOf = (servers: unknown): readonly string[] =>
  (Array.isArray(servers) ? servers : []).slice(0, MAX_SERVERS).flatMap((server) => {
    const url = asObject(server)?.url;
    return typeof url === "string" ? [url] : [];
  });

/** Where a description of an API says that it is served: of OpenAPI 3 at the top and at each path, of Swagger 2 its host. */
function serversOf(text: string): readonly string[] {
  if (readOpenApi(text) === null) return [];
  const document = parseObject(text);
  if (document === null)
    return [...text.matchAll(/^[ \t]*(?:-[ \t]*url|host):[ \t]*["']?([^\s"']{1,255})/gm)].map(
      ([, url = ""]) => url,
    );
  const items = Object.values(asObject(document.paths) ?? {}).slice(0, MAX_SERVERS);
  const host = typeof document.host === "string" ? [document.host] : [];
  return [...urlsOf(document.servers), ...items.flatMap((item) => urlsOf(asObject(item)?.servers)), ...host];
}

/** The host of a server's address; null where it has none, or one that nobody can have. */
function hostOf(server: string): string | null {
  if (server.length > MAX_ADDRESS) return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(server) ? server : `http://${server}`;
  if (server.startsWith("/") || !URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  return hostname.length > MAX_HOST ? null : hostname;
}

const isLocal = (host: string): boolean => /^(?:localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(host);

function isPrivate(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  if (parseIp(bare) !== null) return !isPublicAddress(bare);
  const special = suffixOf(host, SPECIAL_USE_NAMES);
  return special !== null && !EXEMPLARY.has(special);
}

/** The finding for addresses inside a network that a description of an API names as its servers. */
export function apiAddressFindings(answers: readonly ShownAnswer[]): readonly Finding[] {
  const found = answers
    .filter(({ status }) => status === 200)
    .map((answer) => ({
      answer,
      hosts: [...new Set(serversOf(answer.text).flatMap((server) => hostOf(server) ?? []))].filter(isPrivate),
    }))
    .filter(({ hosts }) => hosts.length > 0);
  const hosts = [...new Set(found.flatMap((one) => one.hosts))];
  if (hosts.length === 0) return [];
  const named = hosts.slice(0, 3).map((host) => untrustedText(host).slice(0, 64));
  return [
    {
      category: "disclosure",
      severity: hosts.every(isLocal) ? "info" : "low",
      title: "API description names private addresses",
      detail: `${whereShown(found.map(({ answer }) => answer))}: ${named.join(", ")}${hosts.length > 3 ? ", …" : ""}.`,
      remediation: "Name only public servers in the description that strangers get.",
    },
  ];
}
