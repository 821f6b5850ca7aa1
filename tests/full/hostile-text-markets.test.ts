import { isOfTokens, SPEAKING, testHostileText } from "../support/hostile-text";

testHostileText(
  SPEAKING.filter((desk) => !isOfTokens(desk)),
  "hostile-text-markets.txt",
);
