extension VerifyCommand {
    static let mutants = OptionGroup(
        "Mutants",
        [
            .flag(
                "mutants",
                excludes: [
                    "target", "compare-with", "state-change-url", "fail-fast", "retries", "repeat",
                    "fail-on-flaky", "require-coverage", "har", "verbose", "quiet", "history",
                ],
                help: "Replay the contracts against the reference services with one deliberate "
                    + "defect at a time, and show which case notices it first. The status is 4 "
                    + "when no case notices a defect: the contract has a hole there. All promises "
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
}
