import { AccuracyLine } from "@/components/accuracy/accuracy-line";
import { LatestSale } from "@/components/home/latest-sale";
import { PriceFilter } from "@/components/home/price-filter";
import { ReceiptCheck } from "@/components/home/receipt-check";
import { Live402 } from "@/components/pay/live-402";
import { UnpaidCurl } from "@/components/pay/unpaid-curl";
import { CommandButton } from "@/components/site/command-button";
import { ThemeToggle } from "@/components/site/theme-toggle";
import { StatusLine } from "@/components/status/status-line";
import { CommandLine } from "@/components/ui/command-line";
import type { ComponentProps } from "react";

/** Client components whose properties are plain data, by their own names. Pages take of this the types alone. */
export const islands = {
  AccuracyLine,
  CommandButton,
  CommandLine,
  LatestSale,
  Live402,
  PriceFilter,
  ReceiptCheck,
  StatusLine,
  ThemeToggle,
  UnpaidCurl,
};

type Islands = typeof islands;
export type IslandName = keyof Islands;
export type PropsOf<Name extends IslandName> = ComponentProps<Islands[Name]> & object;
