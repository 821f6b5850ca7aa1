import { Button } from "@/components/ui/button";

/** Ends the wait for a wallet that does not answer. */
export const StopWaiting = ({ onStop }: { onStop: () => void }) => (
  <div>
    <Button size="small" onClick={onStop}>
      Stop waiting
    </Button>
  </div>
);
