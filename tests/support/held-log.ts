/**
 * Before each file of tests: what is logged is kept in the worker, and its end is printed where something failed. The
 * runner's own way, a message to its parent for each line, fails a run that passed when a busy machine ends a worker
 * before the parent has answered the last line (vitest's issue 11153).
 */
import { Console } from "node:console";
import { Writable } from "node:stream";
import { afterAll, beforeEach } from "vitest";

const KEPT_LINES = 200;
let kept: string[] = [];

const keeper = new Writable({
  decodeStrings: false,
  write(line: string, _encoding, done) {
    kept.push(line);
    if (kept.length > 2 * KEPT_LINES) kept = kept.slice(-KEPT_LINES);
    done();
  },
});
globalThis.console = new Console(keeper);

function print(of: string): void {
  process.stderr.write(`── logged until ${of} failed\n${kept.slice(-KEPT_LINES).join("")}`);
  kept = [];
}

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => print(task.name));
});

type Suite = Parameters<Parameters<typeof afterAll>[0]>[1];

/** A hook that failed belongs to no test. */
const hasFailedHook = (suite: Suite): boolean =>
  (suite.result?.errors?.length ?? 0) > 0 ||
  suite.tasks.some((task) => task.type === "suite" && hasFailedHook(task));

afterAll(({}, file) => {
  if (hasFailedHook(file)) print(file.name);
  kept = [];
});
