import { freePort } from "@/sandbox/ports";
import type { Component } from "@/sandbox/process";
import { startService } from "@/sandbox/service";
import { newPrefix } from "./service";
import { world } from "./world";

export type NodeHost = Component & { origin: string };

/** An instance of the host of plain Node, with keys of its own in the sandbox's store. */
export async function startNodeHost(
  name: string,
  env: Record<string, string> = {},
  bundle?: string,
): Promise<NodeHost> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const own = { PUBLIC_ORIGIN: origin, STORE_PREFIX: newPrefix(name) };
  const settings = { ...world().serviceEnv, ...own, ...env };
  const from = bundle === undefined ? {} : { bundle };
  return { ...(await startService({ port, host: "node", name, env: settings, ...from })), origin };
}
