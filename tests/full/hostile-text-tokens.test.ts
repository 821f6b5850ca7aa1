import { isOfTokens, DESK_CASES, testHostileText } from "../support/hostile-text";

testHostileText(DESK_CASES.filter(isOfTokens), "hostile-text-tokens.txt");
