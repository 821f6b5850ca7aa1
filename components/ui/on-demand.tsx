import type { ComponentType } from "react";
import { Button } from "./button";
import { ErrorState } from "./state";
import { useCode } from "./use-code";

/** A component whose code comes when it is shown. Where it does not come, the rest of the page stays as it is. */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return function OnDemand(props: Props) {
    const { code: Loaded, failed, again } = useCode(load);
    if (Loaded !== null) return <Loaded {...props} />;
    return failed ? <NotLoaded again={again} /> : <p role="status">Loading…</p>;
  };
}

/** A browser may not ask again by itself for what failed: then only a page that is loaded anew does. */
export const NotLoaded = ({ again }: { again: () => void }) => (
  <div role="alert" className="grid gap-2">
    <ErrorState title="This part of the page did not load" retry={again}>
      Try again, or load the page anew if that does not help: what you typed is lost by that.
    </ErrorState>
    <div>
      <Button size="small" variant="quiet" onClick={() => window.location.reload()}>
        Load the page anew
      </Button>
    </div>
  </div>
);
