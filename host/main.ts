/**
 * `npm start`: the service on plain Node, one process a core. Ends with what is under way finished when it is told to
 * (SIGTERM, SIGINT, SIGHUP), and starts a process that died anew.
 */
import cluster, { type Worker } from "node:cluster";
import nextEnv from "@next/env";
import { describe, log } from "@/lib/http/log";
import { hostSettings, type HostSettings } from "./settings";

/** Who is told again ends no sooner: systemd and others tell each process of a service, and the first of ours tells the others. */
const toldToEnd = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => resolve());
  });

async function work(settings: HostSettings): Promise<void> {
  const ending = toldToEnd();
  const { startWorker } = await import("./worker");
  const worker = await startWorker(settings).catch((error: unknown) => {
    // Next, once it is loaded, has every failure logged and the process go on, which would then neither serve nor end.
    log.error("not_started", { why: describe(error) });
    process.exit(1);
  });
  await ending;
  await worker.stop();
}

/** Keeps so many workers running until told to end. */
async function supervise(settings: HostSettings): Promise<void> {
  let isStopping = false;
  // Node's own list has a worker that has exited for as long as its channel is open, and says no more when it lets it go.
  const running = new Set<Worker>();
  const stopAll = (): void => {
    isStopping = true;
    for (const worker of running) worker.process.kill("SIGTERM");
  };
  void toldToEnd().then(stopAll);
  await new Promise<void>((resolve) => {
    const start = (): void => {
      let hasListened = false;
      const worker = cluster.fork();
      running.add(worker);
      worker.once("listening", () => (hasListened = true));
      worker.once("exit", (code, signal) => {
        running.delete(worker);
        if (!isStopping) {
          log.error("worker_ended", { code, signal });
          if (hasListened) return start();
          process.exitCode = 1; // its settings or its build are wrong, and the log says which
          stopAll();
        }
        if (running.size === 0) resolve();
      });
    };
    for (let count = 0; count < settings.workers; count++) start();
  });
}

// What is bundled here is a production build, whatever the shell that starts it says or leaves out: without it nobody would have
// to say whether payments are real. It stands before the settings are first read.
Object.assign(process.env, { NODE_ENV: "production" });
nextEnv.loadEnvConfig(process.cwd(), false, {
  info: () => undefined,
  error: (...words) => log.error("env", { words }),
});
const settings = hostSettings();
const isCluster = settings.workers > 1;

if (cluster.isWorker) await work(settings);
else {
  const { serveMetrics } = await import("./metrics-server");
  const metrics = settings.metrics && (await serveMetrics(settings.metrics, isCluster));
  await (isCluster ? supervise(settings) : work(settings));
  metrics?.close();
}
process.exit();
