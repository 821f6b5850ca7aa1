import { describe, log } from "@/lib/http/log";

/** What a program of the local world serves. */
export interface Service {
  /** Addresses and ids that other programs need; printed on the ready line. Nothing secret. */
  ready: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
  /** Settles when the service ends by itself, which it should not. */
  ended?: Promise<unknown>;
}

/** Longest wait for a service's close(). */
const CLOSE_MS = 5_000;
/** How often the parent is looked for. */
const PARENT_CHECK_MS = 500;

/**
 * Runs a service as a process of its own: prints one line `ready {…}` on stdout once it serves, then structured
 * lines only. Ends with 0 on SIGTERM or SIGINT and when its parent is gone (nobody would end it then); with 1 and
 * a readable message when it can't start or its service ends by itself.
 */
export async function run(start: () => Promise<Service>): Promise<void> {
  let stopping: string | undefined;
  let service: Service | undefined;

  const end = async (code: number): Promise<never> => {
    const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS));
    await Promise.race([service?.close().catch(report), late]);
    process.exit(code);
  };
  const stop = (why: string): void => {
    if (stopping !== undefined) return;
    stopping = why;
    if (service !== undefined) void end(0); // else: start() is awaited below, which sees `stopping`
  };

  process.once("SIGTERM", () => stop("SIGTERM"));
  process.once("SIGINT", () => stop("SIGINT"));
  process.once("disconnect", () => stop("disconnect")); // a parent that opened an IPC channel is gone
  // The reader of the lines is gone. Not `once`: the next line would fail too, unheard.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop("output"));
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop("parent"), PARENT_CHECK_MS).unref();

  try {
    service = await start();
  } catch (error) {
    report(error);
    process.exit(1);
  }
  if (stopping !== undefined) await end(0);
  void service.ended?.then((why) => {
    if (stopping !== undefined) return;
    report(why);
    void end(1);
  });
  process.stdout.write(`ready ${JSON.stringify(service.ready)}\n`);
}

const report = (error: unknown): void => log.error("service.failed", { message: describe(error) });
