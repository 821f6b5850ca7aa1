import { tvlDesk } from "@/lib/desks/tvl";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("tvl", tvlDesk, {})];
