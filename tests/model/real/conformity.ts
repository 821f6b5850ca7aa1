import { parts } from "./differential";
import { CALLER, type Path } from "./paths";
import { readLedger, Unexpected } from "./snapshot";
import type { Stage, Walked } from "./stage";
import { GONE } from "../world";

/** The token of a call that is over is nobody's in the model; the store keeps it. */
function endOf({ end: { ledger } }: Path): string[] {
  const named = (owner: string): string => (owner === GONE ? CALLER : owner);
  const records = ledger.records.map(
    (record) => record && { ...record, owner: named(record.owner), answer: named(record.answer) },
  );
  return parts({ ...ledger, records });
}

const asText = (turns: Walked["store"]): string =>
  turns.map(({ op, outcome }) => `${op} ${outcome}`).join(", ");

function held(stage: Stage, { snapshot }: Walked, payments: number): string[] {
  try {
    return parts(readLedger(snapshot, stage.real.names, payments, stage.real.clock.now));
  } catch (error) {
    if (error instanceof Unexpected) return [error.message];
    throw error;
  }
}

/** In which way the real call did something else than the model's; empty when it did the same. */
export function disagreement(stage: Stage, path: Path, walked: Walked): string[] {
  const expected = endOf(path);
  const found = held(stage, walked, path.end.ledger.records.length);
  const describePath = ({ answer, by }: Pick<Path, "answer" | "by">) =>
    `it told ${answer}${by === null ? "" : ` by ${by}`}`;
  return [
    ...(describePath(walked) === describePath(path)
      ? []
      : [`${describePath(walked)}, in the model: ${describePath(path)}`]),
    ...(asText(walked.store) === asText(path.script.store)
      ? []
      : [`it asked the store for ${asText(walked.store)}; in the model: ${asText(path.script.store)}`]),
    ...Object.entries(walked.unused)
      .filter(([, left]) => left.length > 0)
      .map(([what, left]) => `it did not come to ${what} ${left.join()}`),
    ...found.flatMap((part, index) =>
      part === expected[index] ? [] : [`it left ${part}; in the model: ${expected[index]}`],
    ),
  ];
}
