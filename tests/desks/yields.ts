import { yieldsDesk } from "@/lib/desks/yields/handler";
import { deskCase } from "../support/desk-matrix";

export const cases = [
  deskCase("yields", yieldsDesk, { chain: "ethereum" }),
  deskCase("yields of DLMM pools", yieldsDesk, { project: "meteora" }),
];
