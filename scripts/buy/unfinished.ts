import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EXIT, Stop } from "./exits";

/**
 * A payment is written down before it is sent and forgotten once its answer is here, so that the same command, run
 * again after a crash or a lost answer, sends the same payment instead of signing a second one. A signed payment is no
 * key: it moves one price to one address, and its file is the user's alone.
 */
export interface Unfinished {
  /** The PAYMENT-SIGNATURE header as it was sent. */
  header: string;
  payer: string;
  /** Each sending of it was answered, by words that it moved nothing; else what became of one is not known. */
  refused?: true;
}

export interface UnfinishedStore {
  recall(): Unfinished | null;
  keep(payment: Unfinished): void;
  forget(): void;
}

/** The place of one call's payment; equal requests to one service have the same. */
export function unfinishedIn(
  folder: string,
  call: { url: string; body: string | undefined },
): UnfinishedStore {
  const name = createHash("sha256")
    .update(JSON.stringify([call.url, call.body ?? "{}"]))
    .digest("hex");
  const file = path.join(folder, `${name.slice(0, 32)}.json`);
  return {
    recall: () => {
      let text: string;
      try {
        text = readFileSync(file, "utf8");
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      }
      try {
        return JSON.parse(text) as Unfinished; // written by keep from that type
      } catch (cause) {
        const what = `${file} holds an earlier payment for this call and can't be read.`;
        throw new Stop(EXIT.failed, `${what} Nothing new is signed while it is there.`, { cause });
      }
    },
    keep: (payment) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const whole = `${file}.new`; // a crash leaves the file as it was, or as it shall be
      writeFileSync(whole, JSON.stringify(payment), { mode: 0o600 });
      renameSync(whole, file);
    },
    forget: () => {
      rmSync(file, { force: true });
    },
  };
}
