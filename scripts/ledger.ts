/** `npm run ledger`: what waits in the ledger of a running service, and what its operators do about it. */
import { listPaymentsAnswer } from "../lib/payments/owed/list/answer";
import { noteDebtAnswer } from "../lib/payments/owed/note/answer";
import { exportMonth, removeMonth } from "./ledger/journal";
import { printMetrics } from "./ledger/metrics";
import { isList, printLists, table } from "./ledger/payments";
import { dispute } from "./ledger/dispute";
import { refund } from "./ledger/refund";
import { type Service, serviceAt, Stop } from "./ledger/service";

const USAGE = `npm run ledger -- <what>, with OPERATOR_URL and OPERATOR_SECRET of the service in the environment

  (nothing)                          what needs a person: unknown, credited and disputed payments, debts
  open | unknown | credited | debts | unconfirmed | disputed | unbacked | reorganised
                                     one list, oldest first
  show <payment>                     one payment by its key
  debt <network> <transaction>       note a payment that a payer shows us as a debt, if it was not served
  refund <payment>                   before you send anything: reserve a refund, and hear what to send
  refund <payment> <transaction>     record the transaction that returned it; it is looked up on chain
  refund <payment> --let-go          nothing was sent, and nothing will be
  dispute <payment>                  ask every node about a disputed sale
  dispute <payment> paid|unpaid      decide it, by what you found on chain at other nodes
  metrics                            how the service does, and its alerts
  journal <month>                    the sales of a month (2026-11) as CSV; for a file by npm run -s ledger
  journal <month> --let-go <file>    let go of the days of that file, once it is stored elsewhere

  --json                             what the service answered, for programs`;

const print = (lines: readonly string[]): void => console.log(lines.join("\n"));

async function payments(
  service: Service,
  what: string,
  words: readonly string[],
  asJson: boolean,
): Promise<void> {
  const [first = "", second = ""] = words;
  if (what === "show") {
    const path = "/api/operator/payments";
    const { payments: found } = await service.ask("GET", path, { payment: first }, listPaymentsAnswer);
    return print(asJson ? [JSON.stringify(found, null, 2)] : table(found, new Date()));
  }
  const asked = { network: first, transaction: second };
  const answer = await service.ask("POST", "/api/operator/debts", asked, noteDebtAnswer);
  print(
    asJson
      ? [JSON.stringify(answer, null, 2)]
      : [
          ...answer.said.map(({ payment, message }) => `${payment}: ${message}`),
          ...table(answer.payments, new Date()),
        ],
  );
}

/** Each command with how many words follow it. */
async function main(args: readonly string[]): Promise<number> {
  const asJson = args.includes("--json");
  const words = args.filter((word) => word !== "--json");
  const [what, ...rest] = words;
  if (what === "--help" || what === "-h") return (print([USAGE]), 0);
  const service = serviceAt(process.env.OPERATOR_URL, process.env.OPERATOR_SECRET);
  const [first = "", second = "", third = ""] = rest;
  if (what === undefined)
    return (
      print(await printLists(service, ["unknown", "credited", "disputed", "debts"], asJson, new Date())),
      0
    );
  if (isList(what) && rest.length === 0)
    return (print(await printLists(service, [what], asJson, new Date())), 0);
  if ((what === "show" && rest.length === 1) || (what === "debt" && rest.length === 2))
    return (await payments(service, what, rest, asJson), 0);
  if (what === "metrics" && rest.length === 0) return (print(await printMetrics(service, asJson)), 0);
  if (what === "refund" && (rest.length === 1 || rest.length === 2))
    return refund(service, first, second, asJson, print);
  if (what === "dispute" && (rest.length === 1 || rest.length === 2))
    return dispute(service, first, second, asJson, print);
  if (what === "journal" && rest.length === 1)
    return (await exportMonth(service, first, (line) => print([line])), 0);
  if (what === "journal" && rest.length === 3 && second === "--let-go")
    return (print(await removeMonth(service, first, third)), 0);
  print([USAGE]);
  return 2;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  return 1;
});
