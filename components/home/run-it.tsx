import { UnpaidCurl } from "@/components/pay/unpaid-curl";
import { CommandLine } from "@/components/ui/command-line";
import { Section } from "./section";

export function RunIt({ path, origin }: { path: string; origin: string }) {
  return (
    <Section
      id="run"
      title="Run it yourself"
      lead={
        <p>
          From a fresh clone, with Node 20 or later and nothing else: no keys, no wallet, no coins, no network
          after the install.
        </p>
      }
    >
      <ul className="grid gap-7">
        <li>
          <h3 className="font-semibold">See a paid call</h3>
          <p className="mt-1 mb-3 text-muted">
            Raises two local chains, two facilitators, a store, a made-up market and the service; buys an
            answer on each chain; prints price, payment, transaction and balances; then keeps serving.
          </p>
          <CommandLine command="npm ci && npm run sandbox" label="the command that runs the sandbox" />
        </li>
        <li>
          <h3 className="font-semibold">Prove the promises</h3>
          <p className="mt-1 mb-3 text-muted">
            Runs every test against that same world: crashes, races, retries, lost answers, dead sources, and
            this page in a browser.
          </p>
          <CommandLine command="npm ci && npm test" label="the command that runs the tests" />
        </li>
        <li>
          <h3 className="font-semibold">Read a 402 in your terminal</h3>
          <p className="mt-1 mb-3 text-muted">
            The same question as the panel at the top asks, against this very service.
          </p>
          <UnpaidCurl path={path} origin={origin} />
        </li>
      </ul>
    </Section>
  );
}
