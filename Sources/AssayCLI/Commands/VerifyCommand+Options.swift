import CommandLineTool

extension VerifyCommand {
    /// Cases that nobody has written.
    static let generation = OptionGroup(
        "Generated cases",
        [
            .flag(
                "generate",
                suffix: "COUNT",
                excludes: ["compare-with", "mutants"],
                help: "Make cases of the operations too: limits, missing members, wrong types, "
                    + "credentials and methods, and sequences of calls. What they find fails the "
                    + "run, made as small as it can be, with a case to paste into the contract. "
                    + "COUNT is how many there are for each server; without it that of the contract, "
                    + "else as many as 30 seconds or --time allow. The same seed makes the same "
                    + "ones."
            ),
            .value(
                "time",
                ValueSpecification("DURATION"),
                help: "With --generate: begin no further generated case after that time."
            ),
            .value(
                "baseline",
                ValueSpecification("FILE", completion: .file),
                help: "With --generate: a report of an earlier run (--report json=FILE); what it "
                    + "found is shown as waived, and only what is new fails the run."
            ),
            .value(
                "replay",
                ValueSpecification("NAME"),
                help: "With --generate and the --seed of an earlier run: send only the cases of "
                    + "the finding's operation until it is found again."
            ),
        ]
    )

    /// Replaying with a deliberate defect at a time.
    static let mutants = OptionGroup(
        "Mutants",
        [
            .flag(
                "mutants",
                words: VerificationPlan.Mutants.Part.allCases.map(\.rawValue),
                excludes: [
                    "compare-with", "fail-fast", "retries", "repeat", "fail-on-flaky",
                    "require-coverage", "require-documents", "har", "quiet", "history",
                ],
                help: "Show that every promise would break if something were wrong. answers: what "
                    + "passed is altered, one thing at a time, and judged again, without sending "
                    + "anything. defects: the contracts are replayed against the reference services "
                    + "with one deliberate defect at a time. Without a word both, the second where "
                    + "there is a reference service. With --verbose every case runs with each "
                    + "defect, and all promises that break are listed. The status is 4 when a "
                    + "defect goes unnoticed or does not break a promise that it names, and when a "
                    + "documented promise is not proven. All promises count unless --basis says "
                    + "otherwise, and --jobs is how many defects are tried at the same time; "
                    + "without it, four for each processor."
            ),
            .value(
                "defect",
                ValueSpecification("GLOB", isRepeatable: true),
                help: "With --mutants: try only the defects whose name matches one of these "
                    + "patterns, and alter no answers; \"assay serve SERVICE --list-defects\" lists them."
            ),
            .value(
                "require-proof",
                ValueSpecification("PERCENT"),
                help: "With --mutants: end with status 4 when a smaller share of the documented "
                    + "promises that passed is proven, or has noDefect; 100% unless a part or "
                    + "a defect is asked for."
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
                help: "The longest a request may take as a whole; seconds, or with a unit."
            ),
            .flag(
                "http1.1",
                excludes: ["http2", "http2-prior-knowledge"],
                help: "Speak HTTP/1.1 only."
            ),
            .flag(
                "http2",
                excludes: ["http2-prior-knowledge"],
                help: "Speak HTTP/2 where the server can; over TLS only."
            ),
            .flag(
                "http2-prior-knowledge",
                help:
                    "Speak HTTP/2 from the first byte, also without TLS, to a server that is known "
                    + "to."
            ),
            .value(
                "max-filesize",
                ValueSpecification("BYTES", default: "16M"),
                help: "The longest response body, also with its content codings undone; one that "
                    + "comes longer is a transport failure, one that stands for more is not "
                    + "judged. K, M and G are multiples of 1024."
            ),
        ]
    )
}
