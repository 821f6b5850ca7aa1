/**
 * `npm start`: the service on plain Node, one process a core. Drains and finishes the calls under way when it is told to end
 * (SIGTERM, SIGINT, SIGHUP), and starts a worker again that died or hung.
 */
import cluster from "node:cluster";
import nextEnv from "@next/env";
import { describe, log } from "@/lib/http/log";
import { drained, type Ending, onTold } from "./ending";
import { hostSettings, type HostSettings, maySell } from "./settings";
import { supervise } from "./supervise";

async function work(settings: HostSettings, ending: Ending): Promise<void> {
  const { startWorker } = await import("./worker");
  const worker = await startWorker(settings).catch((error: unknown) => {
    // Next, once it is loaded, has every failure logged and the process go on, which would then neither serve nor end.
    log.error("not_started", { why: describe(error) });
    process.exit(1);
  });
  await ending.drain;
  if (settings.drainMs > 0) {
    worker.drain();
    await drained(ending, settings.drainMs);
  }
  await worker.stop();
}

// What is bundled here is a production build, whatever the shell that starts it says or leaves out: without it nobody would have
// to say whether payments are real. It stands before the settings are first read.
Object.assign(process.env, { NODE_ENV: "production" });
nextEnv.loadEnvConfig(process.cwd(), false, {
  info: () => undefined,
  error: (...words) => log.error("env", { words }),
});
if (cluster.isPrimary && !maySell()) process.exit(1);
const settings = hostSettings();
const isCluster = settings.workers > 1;

const ending = onTold(cluster.isWorker);
if (cluster.isWorker) await work(settings, ending);
else {
  const { serveMetrics } = await import("./metrics-server");
  const metrics = settings.metrics && (await serveMetrics(settings.metrics, isCluster));
  await (isCluster ? supervise(settings, ending) : work(settings, ending));
  metrics?.close();
}
process.exit();
