import { availableParallelism } from "node:os";
import { env } from "@/lib/env";
import { log } from "@/lib/http/log";
import { hasFailure, startFindings } from "@/scripts/doctor/start";

/** How this host listens and ends. */
export interface HostSettings {
  port: number;
  address: string;
  workers: number;
  /** Of the metrics in Prometheus' text form; left out where nobody scrapes them. */
  metrics?: { port: number; address: string };
  /** How long a request may take to come in whole, in milliseconds. */
  receiveMs: number;
  /** How long what is under way may take once the process is told to end, in milliseconds. */
  graceMs: number;
  /** How long the process still takes calls once it is told to end, while `/readyz` is 503, in milliseconds. */
  drainMs: number;
  /** How often the first process asks its workers for a sign of life, in milliseconds. */
  pingMs: number;
}

/** Logs every problem of the settings, and returns whether the service may start. */
export function maySell(): boolean {
  const findings = startFindings();
  for (const { level, check, text } of findings)
    log[level === "failure" ? "error" : "warn"]("setting_problem", { check, problem: text });
  return !hasFailure(findings);
}

/** Throws EnvError for any setting of the service that can't be used. */
export function hostSettings(): HostSettings {
  const settings = env();
  const { PORT, LISTEN_ADDRESS, WORKERS, METRICS_PORT, METRICS_ADDRESS } = settings;
  return {
    port: PORT,
    address: LISTEN_ADDRESS,
    workers: WORKERS === 0 ? availableParallelism() : WORKERS,
    ...(METRICS_PORT > 0 && { metrics: { port: METRICS_PORT, address: METRICS_ADDRESS } }),
    receiveMs: settings.RECEIVE_SECONDS * 1_000,
    graceMs: settings.SHUTDOWN_SECONDS * 1_000,
    drainMs: settings.DRAIN_SECONDS * 1_000,
    pingMs: settings.WORKER_PING_MS,
  };
}
