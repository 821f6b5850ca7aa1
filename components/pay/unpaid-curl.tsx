"use client";

import { useSyncExternalStore } from "react";
import { CommandLine } from "@/components/ui/command-line";
import { unpaidCommand } from "./unpaid-command";

const never = () => () => {};

interface UnpaidCurlProps {
  path: string;
  /** The configured origin, for the prerendered page. */
  origin: string;
}

/** A curl that shows a 402, at the address under which the reader reached this page. */
export function UnpaidCurl({ path, origin }: UnpaidCurlProps) {
  const reached = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => origin,
  );
  return <CommandLine command={unpaidCommand(reached, path)} label="a call that shows a 402" />;
}
