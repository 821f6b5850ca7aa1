"use client";

import { useState } from "react";

/** The time at which the page's part was opened: what it says of ages stays true enough until it is read again. */
export function useNow(): number {
  const [now] = useState(() => Date.now());
  return now;
}
