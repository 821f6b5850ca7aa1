import { createInterface } from "node:readline/promises";

/** Asks a person, who agrees with "y" or "yes" only: leaving (Ctrl-C, Ctrl-D) is a no, as is anything else. */
export async function ask(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const lines = createInterface({ input, output });
  try {
    const left = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const answer = await Promise.race([lines.question(question), left]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
