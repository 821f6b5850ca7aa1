import { Section } from "./section";
import { ageInWords } from "@/components/answer/age";
import type { TrustSlip } from "./trust-slip";
import { PROMISES, PROMISES_LEAD } from "./words";

export function Promises({ slip }: { slip: TrustSlip | null }) {
  return (
    <Section id="promises" title="What you can rely on" lead={<p>{PROMISES_LEAD}</p>}>
      <dl className="grid gap-6">
        {PROMISES.map(({ title, text }) => (
          <div key={title} className="max-w-2xl">
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      {slip !== null && <Slip slip={slip} />}
    </Section>
  );
}

function Slip({ slip }: { slip: TrustSlip }) {
  const { path, coverage, stale, provenance } = slip;
  return (
    <div className="mt-8 max-w-2xl rounded-xl border border-rule bg-panel px-4 pt-4 pb-2 sm:px-5">
      <table className="w-full text-sm">
        <caption className="pb-3 text-left">
          <span className="block font-medium">What a sample answer says about itself</span>
          <span className="figures block text-[0.8125rem] text-muted wrap-anywhere">
            {path}, coverage <span className="text-ink">{coverage.toFixed(2)}</span>, stale{" "}
            <span className="text-ink">{stale ? "yes" : "no"}</span>
          </span>
        </caption>
        <thead className="border-y border-rule text-left text-muted">
          <tr>
            <th scope="col" className="py-2 pr-4 font-normal">
              Source
            </th>
            <th scope="col" className="py-2 pr-4 font-normal">
              Status
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Age of its data
            </th>
          </tr>
        </thead>
        <tbody className="figures text-[0.8125rem]">
          {provenance.map(({ id, status, ageSec }) => (
            <tr key={id} className="border-b border-rule last:border-b-0">
              <th scope="row" className="py-2 pr-4 text-left font-normal wrap-anywhere">
                {id}
              </th>
              <td className={`py-2 pr-4 ${status === "ok" ? "" : "text-accent"}`}>{status}</td>
              <td className="py-2 text-right">{ageSec === null ? "unknown" : ageInWords(ageSec)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
