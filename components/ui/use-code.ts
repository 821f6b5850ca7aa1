import { useEffect, useState } from "react";

export interface Code<T> {
  /** Null until it is here. */
  code: T | null;
  /** Whether it did not come: from a network that was gone, or after the service was renewed. */
  failed: boolean;
  again: () => void;
}

/** Code that is loaded when it is needed. `load` must stay the same function. */
export function useCode<T>(load: () => Promise<T>): Code<T> {
  const [round, setRound] = useState(0);
  const [came, setCame] = useState<{ of: number; code: T | null } | null>(null);
  useEffect(() => {
    let isHere = true;
    const tell = (code: T | null): void => {
      if (isHere) setCame({ of: round, code });
    };
    load().then(tell, () => tell(null)); // the browser's own log says why; the remedy is one
    return () => {
      isHere = false;
    };
  }, [load, round]);
  return {
    code: came?.code ?? null,
    failed: came !== null && came.code === null && came.of === round,
    again: () => setRound((count) => count + 1),
  };
}
