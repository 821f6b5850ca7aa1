/** The provider simulator as a process: says `ready {"url":…}` on stdout, logs to stderr, ends with its parent. */
import { isReadable, readOptions, USAGE } from "./options";
import { startUpstream } from "./server";

const log = (event: string, fields: Readonly<Record<string, unknown>>): void => {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`);
};

// once nobody reads the log any more there is nothing to say it to: the closed stdin ends the process
process.stderr.on("error", () => undefined);

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") {
    process.stdout.write(USAGE);
    return;
  }
  const upstream = await startUpstream({ ...options, log });
  const stop = (reason: string) => {
    log("stopped", { reason });
    void upstream.close().finally(() => process.exit(0));
  };
  process.once("SIGTERM", () => stop("SIGTERM"));
  process.once("SIGINT", () => stop("SIGINT"));
  // the parent process holds the other end of stdin: it closes when that process is gone, however it ended
  process.stdin
    .once("end", () => stop("stdin closed"))
    .once("error", () => stop("stdin broke"))
    .resume();
  process.stdout.write(`ready ${JSON.stringify({ url: upstream.url })}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${isReadable(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
});
