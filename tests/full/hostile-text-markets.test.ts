import { isOfTokens, DESK_CASES, testHostileText } from "../support/hostile-text";

testHostileText(
  DESK_CASES.filter((desk) => !isOfTokens(desk)),
  "hostile-text-markets.txt",
);
