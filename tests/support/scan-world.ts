import { vi } from "vitest";
import { listen } from "@/sandbox/host/listen";
import { type Resolver, startResolver } from "@/sandbox/sites/resolver";
import { type Sites, startSites } from "@/sandbox/sites/server";
import { FIRST_ZONE, SECOND_ZONE, SITES } from "@/sandbox/sites/sites";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";

export interface ScanWorld {
  sites: Sites;
  first: Resolver;
  second: Resolver;
  store: RedisStore;
  /** Where the service itself answers, how often it was asked, and its robots.txt, if it has one. */
  service: { url: string; asked: string[]; robots: string | null };
  close(): Promise<void>;
}

/** Sites, resolvers, a store and a service, each behind a socket of its own, and the settings that lead to them. */
export async function startScanWorld(settings: Readonly<Record<string, string>> = {}): Promise<ScanWorld> {
  const sites = await startSites(SITES, 0);
  const first = await startResolver(FIRST_ZONE, 0);
  const second = await startResolver(SECOND_ZONE, 0);
  const store = await startRedisStore();
  const asked: string[] = [];
  const self: ScanWorld["service"] = { url: "", asked, robots: null };
  const service = await listen(0, (request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/robots.txt" && self.robots !== null) return void response.end(self.robots);
    response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html" }).end("<h1>Desk</h1>");
  });
  self.url = service.url;
  const all = {
    PUBLIC_ORIGIN: service.url,
    SCAN_ORIGIN: sites.url,
    SCAN_DOH_FIRST_URL: first.url,
    SCAN_DOH_SECOND_URL: second.url,
    SCAN_SPACING_MS: "0",
    SCAN_HOURLY_LIMIT: "1000",
    SCAN_REFUSED_LIMIT: "1000",
    SCAN_REFUSED_HOURLY_LIMIT: "1000",
    SCAN_CALLER_REFUSED_LIMIT: "1000",
    SCAN_REQUEST_TIMEOUT_MS: "3000",
    SCAN_ATTESTATION_SECRET: "a secret that only the tests know",
    TRUSTED_PROXY_HOPS: "1",
    UPSTASH_REDIS_REST_URL: store.rest.url,
    UPSTASH_REDIS_REST_TOKEN: "test-token",
    EVM_PAY_TO: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    ...settings,
  };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  vi.resetModules(); // the settings are read once a process
  const listening = [sites, first, second, store, service];
  return {
    sites,
    first,
    second,
    store,
    service: self,
    close: async () => {
      vi.unstubAllEnvs();
      await Promise.all(listening.map((each) => each.close()));
    },
  };
}
