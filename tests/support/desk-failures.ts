import { type DeskCase, placesOf } from "./desk-matrix";
import { openTable, type Row, rowsOf, testRows } from "./desk-rows";
import { isTried } from "./share";

/**
 * Tests each desk with every place that it reads × every way in which a place fails. Which places a desk reads is not
 * written anywhere: the desk is asked once, and the requests are counted. A share of the pairs shows the same: how a
 * place fails is told apart once, by the reader of all places, and a desk sees only that it is missing.
 * @param table a file in the sandbox's folder for what came of each
 * @param isChosen which of a desk's pairs are tried, by their numbers
 */
export async function testFailures(
  desks: readonly DeskCase[],
  table: string,
  isChosen: (desk: DeskCase, place: number, failure: number) => boolean = () => true,
): Promise<void> {
  const check = openTable(table);
  const rows: Row[] = [];
  for (const desk of desks) {
    const places = await placesOf(desk); // one desk after the other: all at once they would keep each other waiting
    for (const [i, place] of places.entries())
      rows.push(
        ...rowsOf(desk, place).filter((_, j) => isChosen(desk, i, j) && isTried(i, places.length, j)),
      );
  }

  testRows("whatever one of its places does, a desk answers honestly or refuses", rows, check);
}
