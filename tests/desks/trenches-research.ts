import { trenchesResearchEntry } from "@/lib/desks/trenches-research/entry";
import { trenchesResearchWith } from "@/lib/desks/trenches-research/handler";
import { randomness } from "@/sandbox/upstream/market/random";
import { establishedToken } from "@/sandbox/upstream/market/tokens";
import { routeCase, SEED } from "../support/desk-matrix";

const { address } = establishedToken(randomness(SEED), "solana", "plain");

export const cases = [
  routeCase("trenches-research of a token", trenchesResearchEntry, trenchesResearchWith, { address }),
  routeCase("trenches-research", trenchesResearchEntry, trenchesResearchWith, {}),
];
