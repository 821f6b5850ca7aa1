import { SECURITY_DOCS, defineTest, fails, passes, untested } from "./define-test";

export const redirection = defineTest({
  id: "redirection",
  title: "Redirection to https",
  documentation: `${SECURITY_DOCS}/Practical_implementation_guides/TLS#http_redirection`,
  outcomes: {
    "redirection-all-redirects-preloaded": passes(0, "Browsers know every hop as https only."),
    "redirection-to-https": passes(0, "Plain http leads to https on the same host first."),
    "redirection-not-needed-no-http": passes(0, "The host doesn't answer over plain http."),
    "redirection-off-host-from-http": fails(
      -5,
      "Plain http leads to another host, so this host's own HSTS is never seen.",
    ),
    "redirection-not-to-https-on-initial-redirection": fails(
      -10,
      "Plain http leads to plain http first, not straight to https.",
    ),
    "redirection-not-to-https": fails(-20, "Plain http leads elsewhere, but not to https."),
    "redirection-missing": fails(-20, "The site is served over plain http without a redirection."),
    "redirection-invalid-cert": fails(-20, "The redirection meets a certificate that doesn't hold."),
    "redirection-not-tested": untested("The request over plain http had no clear answer."),
  },
  judge({ http, isPreloaded }) {
    if (http.kind === "none") return "redirection-not-needed-no-http";
    if (http.kind === "bad_certificate") return "redirection-invalid-cert";
    if (http.kind === "not_tested") return "redirection-not-tested";
    const [first, second] = http.route;
    if (first === undefined) return "redirection-not-tested";
    if (http.route.every((hop) => isPreloaded(hop.hostname))) return "redirection-all-redirects-preloaded";
    // at best: what never reaches https is worse
    if (http.kind === "unfinished_route") return "redirection-not-to-https-on-initial-redirection";
    if (second === undefined) return "redirection-missing";
    if (http.route.at(-1)?.protocol !== "https:") return "redirection-not-to-https";
    if (second.protocol === "http:") return "redirection-not-to-https-on-initial-redirection";
    if (first.protocol === "http:" && first.hostname !== second.hostname)
      return "redirection-off-host-from-http";
    return "redirection-to-https";
  },
});
