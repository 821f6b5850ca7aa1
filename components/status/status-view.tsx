"use client";

import Link from "next/link";
import { ReadingState } from "@/components/reading/reading-state";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { timeInTable, valueInWords } from "@/components/answer/words";
import { Badge, type Tone } from "@/components/ui/badge";
import { Notice } from "@/components/ui/notice";
import { Cell, HeadCell, RowHead, Table } from "@/components/ui/table";
import type { StatusAnswer } from "@/lib/status/answer";
import { parseStatus, STATUS_PATH } from "./parse-status";
import { verdictOf } from "./verdict";

/** How the service does, read in the browser at the moment. */
export function StatusView() {
  const { reading, again } = useFreeAnswer(STATUS_PATH, parseStatus);
  return (
    <ReadingState reading={reading} again={again} what="the status">
      {(status) => <Everything status={status} />}
    </ReadingState>
  );
}

const FACILITATOR_TONES: Record<StatusAnswer["facilitators"][number]["state"], Tone> = {
  ...{ up: "good", failing: "bad", off: "unknown", unknown: "unknown" },
};

const HEADING = "mb-3 text-xl font-semibold tracking-tight";

function Everything({ status }: { status: StatusAnswer }) {
  const { tone, title } = verdictOf(status);
  const { at, stores, facilitators, providers, routes, notes } = status;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone={tone}>{title}</Badge>
          <span className="figures text-note text-muted">{valueInWords("at", at).text}</span>
        </p>
        {notes.map((note) => (
          <Notice key={note} kind="warn" title={note} />
        ))}
      </div>
      <section aria-labelledby="taking">
        <h2 id="taking" className={HEADING}>
          What takes and keeps payments
        </h2>
        <Table caption="Stores and facilitators">
          <thead>
            <tr>
              <HeadCell>Part</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell numeric>Settled in 2 h</HeadCell>
            </tr>
          </thead>
          <tbody>
            {Object.entries(stores).map(([name, state]) => (
              <tr key={name}>
                <RowHead className="capitalize">{name}</RowHead>
                <Cell>
                  <Badge tone={state === "up" ? "good" : "bad"}>{state}</Badge>
                </Cell>
                <Cell numeric>–</Cell>
              </tr>
            ))}
            {facilitators.map(({ name, state, settled, asked }) => (
              <tr key={name}>
                <RowHead>Facilitator, {name}</RowHead>
                <Cell>
                  <Badge tone={FACILITATOR_TONES[state]}>{state}</Badge>
                </Cell>
                <Cell numeric>{asked === null ? "unknown" : `${settled} of ${asked}`}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
      <section aria-labelledby="routes">
        <h2 id="routes" className={HEADING}>
          What is sold
        </h2>
        <Table caption="Each paid route's last sale and how many paid calls were answered">
          <thead>
            <tr>
              <HeadCell>Route</HeadCell>
              <HeadCell numeric>Last sale, UTC</HeadCell>
              <HeadCell numeric>Answered in 2 h</HeadCell>
            </tr>
          </thead>
          <tbody>
            {routes.map(({ label, path, lastSale, answered, failed }) => (
              <tr key={path}>
                <RowHead>
                  <code className="figures font-[inherit] whitespace-nowrap">{label}</code>
                </RowHead>
                <Cell numeric>{lastSale === null ? "never" : timeInTable(lastSale)}</Cell>
                <Cell numeric>
                  {answered === null || failed === null
                    ? "unknown"
                    : answered + failed === 0
                      ? "no call"
                      : `${answered} of ${answered + failed}`}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
        <p className="mt-3 text-note text-muted">
          Calls are counted in batches: the newest may be missing for a while. A call that was not answered
          cost nothing.
        </p>
      </section>
      <section aria-labelledby="providers">
        <h2 id="providers" className={HEADING}>
          Where the data comes from
        </h2>
        {providers.checkedAt === null ? (
          <p className="text-muted">
            Every source is probed on a schedule; no round of it is known at the moment. An answer always says
            itself which sources it could read: see{" "}
            <Link href="/docs/errors" prefetch={false} className="link">
              how far to trust it
            </Link>
            .
          </p>
        ) : (
          <>
            <p className="mb-3 text-note text-muted">
              As the round of probes at{" "}
              <span className="figures">{valueInWords("at", providers.checkedAt).text}</span> saw them.
            </p>
            <Table caption="Providers and their alarms">
              <thead>
                <tr>
                  <HeadCell>Provider</HeadCell>
                  <HeadCell numeric>Sources</HeadCell>
                  <HeadCell>State</HeadCell>
                </tr>
              </thead>
              <tbody>
                {providers.list.map(({ provider, sources, alarms }) => (
                  <tr key={provider}>
                    <RowHead>{provider}</RowHead>
                    <Cell numeric>{sources}</Cell>
                    <Cell>
                      {alarms.length === 0 ? (
                        <Badge tone="good">read</Badge>
                      ) : (
                        <span className="flex flex-wrap gap-2">
                          {alarms.map(({ id, alarm }) => (
                            <Badge key={`${id} ${alarm}`} tone="warn">
                              {id}: {alarm.replace("_", " ")}
                            </Badge>
                          ))}
                        </span>
                      )}
                    </Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
          </>
        )}
      </section>
    </div>
  );
}
