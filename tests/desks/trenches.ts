import { trenchesDesk } from "@/lib/desks/trenches/handler";
import { randomness } from "@/sandbox/upstream/market/random";
import { establishedToken } from "@/sandbox/upstream/market/tokens";
import { deskCase, SEED } from "../support/desk-matrix";

const plain = establishedToken(randomness(SEED), "solana", "plain");

export const cases = [deskCase("trenches", trenchesDesk, { address: plain.address })];
