import CommandLineTool

extension VerifyCommand {
    /// Replaying with a deliberate defect at a time.
    static let mutants = OptionGroup(
        "Mutants",
        [
            .flag(
                "mutants",
                excludes: [
                    "target", "compare-with", "state-change-url", "fail-fast", "retries", "repeat",
                    "fail-on-flaky", "require-coverage", "require-documents", "har", "quiet",
                    "history",
                ],
                help: "Replay the contracts against the reference services with one deliberate "
                    + "defect at a time, and show which case notices it first and which promises "
                    + "break; with --verbose every case runs with each defect, and all that break "
                    + "are listed. The status is 4 when no case notices a defect, or when one "
                    + "leaves a promise held that it names: the contract has a hole there. All promises "
                    + "count unless --basis says otherwise, and --jobs is how many defects are "
                    + "tried at the same time; without it, four for each processor."
            ),
            .value(
                "defect",
                ValueSpecification("GLOB", isRepeatable: true),
                help: "With --mutants: try only the defects whose name matches one of these "
                    + "patterns; \"assay serve SERVICE --list-defects\" lists them."
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
            .flag("http1.1", excludes: ["http2"], help: "Speak HTTP/1.1 only."),
            .flag("http2", help: "Speak HTTP/2 where the server can; over TLS only."),
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
