import type { ServerResponse } from "node:http";
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram } from "prom-client";
import { ROUTE_FILES } from "./route-files.generated";

collectDefaultMetrics();
new AggregatorRegistry(); // in a worker: answers the first process, which asks all of them

new Gauge({
  name: "svc_worker_up",
  help: "Processes that serve, by their ids.",
  labelNames: ["pid"],
}).set({ pid: process.pid }, 1);

const duration = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time from a call's arrival to the end of its answer.",
  labelNames: ["route", "method", "status"],
  buckets: [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 20, 30],
});

/** The route's path; callers choose addresses freely, and each one would be a series of its own. */
function routeOf(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  return path in ROUTE_FILES ? path : "none";
}

const METHODS = new Set(["GET", "HEAD", "POST", "PATCH", "OPTIONS"]);

/** Times the call that this response belongs to. */
export function countRequest(url: string, response: ServerResponse): void {
  const stop = duration.startTimer();
  response.once("close", () => {
    const { method = "" } = response.req;
    stop({
      route: routeOf(url),
      method: METHODS.has(method) ? method : "other",
      status: response.writableFinished ? String(response.statusCode) : "hung_up",
    });
  });
}
