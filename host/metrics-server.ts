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

/** Of one half of the figures: what can't be read leaves the other to be told. */
async function orNothing(event: string, figures: Promise<string>): Promise<string> {
  try {
    return await figures;
  } catch (error) {
    log.error(event, { why: describe(error) });
    return "";
  }
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
      // Without a ledger the processes still tell how they are, and beside one that hangs or has just died, the service does.
      const figures = await Promise.all([
        orNothing("processes_unread", workers?.clusterMetrics() ?? register.metrics()),
        orNothing("metrics_unread", readService()),
      ]);
      response.writeHead(200, { "content-type": register.contentType }).end(figures.join("\n"));
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
