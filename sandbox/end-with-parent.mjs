/**
 * Loaded before `next start`: ends it when its parent process is gone, however it ended. The parent holds the other
 * end of standard input.
 */
process.stdin.once("end", () => process.exit(0)).once("error", () => process.exit(0));
process.stdin.resume();
