// Grades a page several times in the browser that listens on a port, and prints one line of JSON: a row a run.
import lighthouse from "lighthouse";
import Trace from "lighthouse/core/gather/gatherers/trace.js";

// While Chromium 147 headless traces this, it aborts each document that comes with a Referrer-Policy, as all pages do here.
// Only a list of web features is made of it, which has no weight in any score.
const ABORTS = "blink.webdx_feature_usage";
const traced = Trace.getDefaultTraceCategories().filter((category) => category !== ABORTS);
Trace.getDefaultTraceCategories = () => traced;

const onlyCategories = ["accessibility", "best-practices", "performance", "seo"];
const { url, port, runs } = JSON.parse(process.env.CALL);

const rows = [];
for (let run = 0; run < runs; run += 1) {
  const { lhr } = await lighthouse(url, { port, onlyCategories, logLevel: "error" }); // a phone on slow 4G, simulated, as by default
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.code} ${lhr.runtimeError.message}`);
  rows.push({
    scores: Object.fromEntries(Object.entries(lhr.categories).map(([id, { score }]) => [id, score])),
    failed: Object.values(lhr.categories).flatMap(({ id, auditRefs }) =>
      auditRefs
        .filter(({ weight, id: audit }) => weight > 0 && (lhr.audits[audit].score ?? 1) < 0.9)
        .map(({ id: audit }) => `${id}: ${audit} ${lhr.audits[audit].displayValue ?? ""}`.trim()),
    ),
    figures: Object.fromEntries(
      [
        "first-contentful-paint",
        "largest-contentful-paint",
        "total-blocking-time",
        "cumulative-layout-shift",
        "total-byte-weight",
      ].map((id) => [id, Math.round(lhr.audits[id].numericValue * 1000) / 1000]),
    ),
  });
}
process.stdout.write(JSON.stringify(rows));
