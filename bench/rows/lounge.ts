import { inclusionPath, subtreesToRead } from "@/lib/lounge/log/merkle";
import { printTable, type Goal } from "../table";

const LEAVES = 1_000_000;
const SAMPLES = 2_000;
const MAX_HASHES = 25;

/** The most hashes that a proof reads, of leaves all over a log: its ends, and one in every 500. */
function mostHashesRead(): number {
  const step = Math.floor(LEAVES / SAMPLES);
  const leaves = [0, LEAVES - 1, ...Array.from({ length: SAMPLES }, (_, at) => at * step + (at % step))];
  return Math.max(...leaves.map((leaf) => subtreesToRead(inclusionPath(leaf, LEAVES), LEAVES).length));
}

/** K: what a certificate's proof asks of the store. */
export function loungeRows(): Goal[] {
  const value = mostHashesRead();
  const name = `hashes read for an inclusion proof at ${LEAVES} leaves`;
  printTable(
    "K. Certificates",
    ["what", "at most", "goal"],
    [[name, String(value), `at most ${MAX_HASHES}`]],
  );
  return [{ name, value, sense: "at most", bound: MAX_HASHES }];
}
