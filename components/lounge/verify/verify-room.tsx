"use client";

import { useSearchParams } from "next/navigation";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { describedBy, Field, Input, Textarea } from "@/components/ui/field";
import { ErrorState } from "@/components/ui/state";
import { SIGNAL_ID } from "@/lib/lounge/limits/vocabulary";
import { Waiting } from "@/components/reading/reading-state";
import { CheckList } from "./check-list";
import { type Report, verify, type VerifyRoutes } from "./verify";

/** Checks a certificate in this browser: of the signal that the address names, or one that the reader kept. */
export const VerifyRoom = ({ routes }: { routes: VerifyRoutes }) => (
  <Suspense fallback={<Waiting what="the form" />}>
    <VerifyHere routes={routes} />
  </Suspense>
);

type State = { at: "idle" } | { at: "busy" } | { at: "failed"; why: string } | { at: "done"; report: Report };

function VerifyHere({ routes }: { routes: VerifyRoutes }) {
  const named = useSearchParams()?.get("id") ?? "";
  return <VerifyForm key={named} routes={routes} named={named} />;
}

function VerifyForm({ routes, named }: { routes: VerifyRoutes; named: string }) {
  const [id, setId] = useState(named);
  const [file, setFile] = useState("");
  const [key, setKey] = useState("");
  const [text, setText] = useState("");
  const [wrongId, setWrongId] = useState(false);
  const [state, setState] = useState<State>({ at: "idle" });

  async function run() {
    if (state.at === "busy") return; // the button stays enabled while it works, so that it keeps the focus
    const brought = file.trim();
    const isWrong = brought === "" && !SIGNAL_ID.test(id.trim());
    setWrongId(isWrong);
    if (isWrong) return document.getElementById("verify-id")?.focus();
    setState({ at: "busy" });
    const found = await verify(routes, {
      id: id.trim(),
      file: brought === "" ? null : brought,
      key: key.trim() === "" ? null : key.trim(),
      text: text === "" ? null : text,
    });
    setState(typeof found === "string" ? { at: "failed", why: found } : { at: "done", report: found });
  }

  return (
    <div className="grid min-w-0 items-start gap-x-10 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-rule bg-panel p-5"
        data-twin="skip"
      >
        <Field
          id="verify-id"
          label="Signal"
          hint="Its id: sig_ and 24 hexadecimal digits."
          error={
            wrongId ? "A signal's id is sig_ and 24 hexadecimal digits. Or bring a certificate below." : null
          }
        >
          <Input
            id="verify-id"
            value={id}
            onChange={({ target }) => setId(target.value)}
            aria-invalid={wrongId}
            aria-describedby={describedBy("verify-id", { hint: true, error: wrongId })}
            autoComplete="off"
            spellCheck={false}
            className="figures"
          />
        </Field>
        <details className="grid gap-5">
          <summary className="min-h-11 cursor-pointer py-2 text-sm font-medium">
            Bring your own certificate, key or text
          </summary>
          <div className="grid gap-5 pt-2">
            <Field
              id="verify-file"
              label="A certificate that you kept"
              hint="The file as this site gave it, or an answer of its certificates' route. It is checked in the place of the signal above, and stays in this browser."
              optional
            >
              <Textarea
                id="verify-file"
                rows={4}
                value={file}
                onChange={({ target }) => setFile(target.value)}
                aria-describedby="verify-file-hint"
                spellCheck={false}
                className="figures text-note"
              />
            </Field>
            <Field
              id="verify-key"
              label="The log's key, as you know it"
              hint="Without one, the keys that the service names now are taken: then you take its word for whose they are."
              optional
            >
              <Input
                id="verify-key"
                value={key}
                onChange={({ target }) => setKey(target.value)}
                aria-describedby="verify-key-hint"
                autoComplete="off"
                spellCheck={false}
                className="figures"
              />
            </Field>
            <Field
              id="verify-text"
              label="The text that was sold to you"
              hint="With the salt in your file, it is compared with the hash in the certificate. It is sent nowhere."
              optional
            >
              <Textarea
                id="verify-text"
                rows={4}
                value={text}
                onChange={({ target }) => setText(target.value)}
                aria-describedby="verify-text-hint"
              />
            </Field>
          </div>
        </details>
        <Button type="submit" variant="primary" busy={state.at === "busy"}>
          {state.at === "busy" ? "Computing…" : "Verify in this browser"}
        </Button>
      </form>
      <div aria-live="polite" aria-busy={state.at === "busy"} className="min-w-0">
        {state.at === "failed" && (
          <ErrorState title="Nothing was verified" retry={() => void run()}>
            {state.why}
          </ErrorState>
        )}
        {state.at === "done" && <CheckList report={state.report} />}
      </div>
    </div>
  );
}
