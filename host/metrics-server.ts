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

/** The last scrape of the service that has not ended: a next one waits for it and begins no other. */
let reading: Promise<string> | undefined;

/** What is told where the service can't be read in time: that it is up, and no figure. */
const UNREAD =
  "# HELP svc_up 1 while this process answers.\n# TYPE svc_up gauge\nsvc_up 1\n# HELP svc_metrics_read_ok 1 while the service's figures could be read.\n# TYPE svc_metrics_read_ok gauge\nsvc_metrics_read_ok 0\n";

async function service(): Promise<string> {
  reading ??= readService().finally(() => (reading = undefined));
  const late = AbortSignal.timeout(SCRAPE_MS);
  const limit = new Promise<never>((_, reject) => {
    late.addEventListener("abort", () => reject(late.reason as Error), { once: true });
  });
  return Promise.race([reading, limit]);
}

/** Of one half of the figures: what can't be read leaves the other to be told. */
async function or(instead: string, event: string, figures: Promise<string>): Promise<string> {
  try {
    return await figures;
  } catch (error) {
    log.error(event, { why: describe(error) });
    return instead;
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
        or("", "processes_unread", workers?.clusterMetrics() ?? register.metrics()),
        or(UNREAD, "metrics_unread", service()),
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
