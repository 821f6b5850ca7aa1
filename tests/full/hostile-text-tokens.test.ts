import { isOfTokens, SPEAKING, testHostileText } from "../support/hostile-text";

testHostileText(SPEAKING.filter(isOfTokens), "hostile-text-tokens.txt");
