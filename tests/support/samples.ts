import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseJson } from "@/lib/sources/fetcher/answer";
import { ROOT } from "@/sandbox/service";

const FOLDER = path.join(ROOT, "tests", "contract", "samples");

/** Which provider's answer each sample is; it names the files of every set. */
export const SAMPLES_MANIFEST = path.join(FOLDER, "manifest.jsonl");

/** Answers of every provider, in files of the same names. */
class SampleSet {
  readonly present: boolean;

  constructor(
    /** Where the answers come from. */
    readonly name: string,
    private readonly kind: "madeUp" | "recorded",
    readonly folder: string,
  ) {
    this.present = existsSync(folder);
  }

  text(file: string): Promise<string> {
    return readFile(path.join(this.folder, file), "utf8");
  }

  async json(file: string): Promise<unknown> {
    return parseJson(await this.text(file));
  }

  /** The file as it arrives: in pieces. */
  async *stream(file: string, pieceBytes = 100): AsyncGenerator<Uint8Array> {
    const bytes = new TextEncoder().encode(await this.text(file));
    for (let i = 0; i < bytes.length; i += pieceBytes) yield bytes.subarray(i, i + pieceBytes);
  }

  /** What is expected of this set. */
  expected<T>(values: { madeUp: T; recorded: T }): T {
    return values[this.kind];
  }
}

/**
 * The project's own answers, in the providers' shapes and with their quirks, and those that providers really gave:
 * third-party material, which lies beside the project where there is any.
 */
export const SAMPLE_SETS: readonly SampleSet[] = [
  new SampleSet("made up", "madeUp", path.join(FOLDER, "made-up")),
  new SampleSet("recorded (needs ../shared/samples)", "recorded", path.resolve(ROOT, "../shared/samples")),
];
export type { SampleSet };
