import { tvlDesk } from "@/lib/desks/tvl/handler";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("tvl", tvlDesk, {})];
