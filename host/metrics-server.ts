import { createServer, type Server } from "node:http";
import { AggregatorRegistry, register } from "prom-client";
import { describe, log } from "@/lib/http/log";
import { metrics } from "@/lib/payments/metrics/handler";
import { serviceMetrics } from "./service-metrics";
import type { HostSettings } from "./settings";

const SCRAPE_MS = 5_000;

async function readService(): Promise<string> {
  const context = { now: new Date(), signal: AbortSignal.timeout(SCRAPE_MS), headers: new Headers() };
  const { answer } = await metrics({}, context);
  return serviceMetrics(answer);
}

/** Serves `/metrics`: of all workers together, and of the service. */
export async function serveMetrics(
  { port, address }: NonNullable<HostSettings["metrics"]>,
  isCluster: boolean,
): Promise<Server> {
  const workers = isCluster ? new AggregatorRegistry() : null;
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      if (request.url !== "/metrics") return void response.writeHead(404).end();
      const process = await (workers?.clusterMetrics() ?? register.metrics());
      // Without a ledger the processes still tell how they are.
      const service = await readService().catch((error: unknown) => {
        log.error("metrics_unread", { why: describe(error) });
        return "";
      });
      response.writeHead(200, { "content-type": register.contentType }).end(`${process}\n${service}`);
    };
    answer().catch((error: unknown) => {
      log.error("metrics_failed", { why: describe(error) });
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, resolve);
  });
  return server;
}
