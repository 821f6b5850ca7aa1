import { trenchesScreenDesk } from "@/lib/desks/trenches-screen/handler";
import { deskCase } from "../support/desk-matrix";

export const cases = [
  deskCase("trenches-screen", trenchesScreenDesk, {}),
  deskCase("trenches-screen on Base", trenchesScreenDesk, { chain: "base" }),
];
