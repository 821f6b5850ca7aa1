import { expect, it } from "vitest";
import { price } from "@/lib/chat/words/format";

it.each([
  [67_004.1, "$67,004.10"],
  [1, "$1.00"],
  [0.0194_0000_0000_0000_01, "$0.0194"],
  [0.001_234_5, "$0.001235"],
  [0.000_000_001_234, "$0.000000001234"],
  [0, "$0.00"],
  [null, "unknown"],
])(
  "a price of %s reads %s: never as a computer's number, and a small one never as nothing",
  (value, said) => {
    expect(price(value)).toBe(said);
  },
);
