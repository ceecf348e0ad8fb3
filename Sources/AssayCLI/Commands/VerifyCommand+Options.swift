import CommandLineTool

extension VerifyCommand {
    /// Cases that are generated from operations.
    static let generation = OptionGroup(
        "Generated cases",
        [
            .flag(
                "generate",
                suffix: "COUNT",
                excludes: ["compare-with", "mutants"],
                help: "Also generate cases from the operations: limits, missing members, wrong "
                    + "types, credentials, methods, and sequences of calls. A finding fails the "
                    + "run; it is minimized and printed as a case to paste into the contract. "
                    + "COUNT is the number of cases for each server; by default that of the "
                    + "contract, else as many as fit into 30 seconds or --time. The same seed "
                    + "generates the same cases."
            ),
            .value(
                "time",
                ValueSpecification("DURATION"),
                help: "With --generate: start no generated case after this time."
            ),
            .value(
                "baseline",
                ValueSpecification("FILE", completion: .file),
                help: "With --generate: show findings of this earlier report (--report "
                    + "json=FILE) as waived; only new ones fail the run."
            ),
            .value(
                "replay",
                ValueSpecification("NAME"),
                help: "With --generate and the --seed of an earlier run: send only the cases of "
                    + "the operation of this finding, until it occurs again."
            ),
        ]
    )

    /// Mutations of responses and defects of services.
    static let mutants = OptionGroup(
        "Mutations and defects",
        [
            .flag(
                "mutants",
                words: VerificationPlan.Mutants.Part.allCases.map(\.rawValue),
                excludes: [
                    "compare-with", "fail-fast", "retries", "repeat", "fail-on-flaky",
                    "require-coverage", "require-documents", "har", "quiet", "history",
                ],
                help: "Check that every promise can fail. responses: one value at a time is "
                    + "changed in the responses that passed, which are then checked again, without "
                    + "sending anything. defects: the contracts are replayed against the reference "
                    + "services with one deliberate defect at a time. Without a word: both, but "
                    + "defects only if there is a reference service. With --verbose every case "
                    + "runs with each defect, and all failing promises are listed. The exit status "
                    + "is 4 if a defect is not detected or does not fail a promise that it names, "
                    + "or if a documented promise is not proven. All promises count unless --basis "
                    + "is given. --jobs is the number of defects to try at the same time; the "
                    + "default is four for each processor."
            ),
            .value(
                "defect",
                ValueSpecification("GLOB", isRepeatable: true),
                help: "With --mutants: try only defects with a name that matches one of these "
                    + "patterns, and change no responses; \"assay serve SERVICE --list-defects\" "
                    + "lists them."
            ),
            .value(
                "require-proof",
                ValueSpecification("PERCENT"),
                help: "With --mutants: exit with status 4 if less than this share of the "
                    + "documented promises that passed is proven or has noDefect. Default: 100%, "
                    + "or none if you select a part or a defect."
            ),
        ]
    )

    /// How to reach the target.
    static let transport = OptionGroup(
        "Transport, as in curl",
        TransportOptionGroup.routeOptions + [
            .value(
                "max-time",
                short: "m",
                ValueSpecification("DURATION", default: "30s"),
                help: "Limit the total time of a request; seconds, or with a unit."
            ),
            .flag(
                "http1.1",
                excludes: ["http2", "http2-prior-knowledge"],
                help: "Use HTTP/1.1 only."
            ),
            .flag(
                "http2",
                excludes: ["http2-prior-knowledge"],
                help: "Use HTTP/2 if the server supports it; over TLS only."
            ),
            .flag(
                "http2-prior-knowledge",
                help:
                    "Use HTTP/2 from the first byte, also without TLS, if the server is known to "
                    + "support it."
            ),
            .value(
                "max-filesize",
                ValueSpecification("BYTES", default: "16M"),
                help: "Limit the size of the response body, also after decoding. A larger body is "
                    + "a transport failure; one that decodes to a larger size is not checked. K, M "
                    + "and G are multiples of 1024."
            ),
        ]
    )
}
