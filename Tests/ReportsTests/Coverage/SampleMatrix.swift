import Contract

/// A coverage matrix built by hand: a service with every status, and its client library.
enum SampleMatrix {
    static let matrix = CoverageMatrix(services: [
        CoverageMatrix.Service(
            name: "Sample|push",
            path: "contracts/sample",
            caseCount: 9,
            server: CoverageMatrix.Side(
                calls: [
                    CoverageMatrix.Call(id: "send", rows: sendRows),
                    CoverageMatrix.Call(id: "look", rows: [row("look", ["look[a|b]"])]),
                ],
                errors: [
                    CoverageMatrix.ErrorCode(
                        id: "E1",
                        row: row("errors/E1", ["either-or[both|one]", "either-or[neither]", "odd"])
                    ),
                    CoverageMatrix.ErrorCode(
                        id: "E2",
                        row: row("errors/E2", standing: .waived, "seen once (until 2027-01-31)")
                    ),
                    CoverageMatrix.ErrorCode(
                        id: "E3",
                        row: row("errors/E3", standing: .untestable, longReason)
                    ),
                    CoverageMatrix.ErrorCode(
                        id: "E4",
                        row: row("errors/E4", standing: .notCovered)
                    ),
                ]
            ),
            client: CoverageMatrix.Side(
                calls: [
                    CoverageMatrix.Call(
                        id: "save",
                        rows: [row("save", ["save"]), row("save/Busy", ["twice"], error: "Busy")]
                    ),
                    CoverageMatrix.Call(
                        id: "sort",
                        rows: [row("sort", standing: .local, "the app sorts")]
                    ),
                ],
                errors: [
                    CoverageMatrix.ErrorCode(
                        id: "Busy",
                        number: "SampleErrors 7",
                        row: row("client/Busy", ["twice"])
                    )
                ]
            )
        )
    ])

    /// The sample after a run in which `send/both` failed and most of the rest passed.
    static let judged = matrix.judged { key in
        switch key.id {
        case "send/both": .failed
        case "send/odd", "errors/E4": .notCovered
        case "send/E2", "errors/E2": .waived
        case "errors/E3": .untestable
        case "sort": .local
        case "look": nil
        default: .passed
        }
    }

    private static let longReason =
        "only ever named in the remark on another code; no trigger and no text are documented "
        + "anywhere else"

    private static let sendRows = [
        row("send", ["either-or[one]"]),
        row("send/both", ["either-or[both]"], error: "E1"),
        row("send/neither", ["either-or[neither]", "odd"], error: "E1"),
        row("send/odd", standing: .notCovered, error: "E1", basis: .observed),
        row("send/E2", standing: .waived, "seen once (until 2027-01-31)", error: "E2"),
    ]

    private static func row(
        _ id: String,
        _ cases: [String] = [],
        standing: CoverageRow.Standing = .covered,
        _ reason: String? = nil,
        error: String? = nil,
        basis: Basis = .documented
    ) -> CoverageRow {
        CoverageRow(
            promise: PromiseResult(
                id: id,
                kind: error == nil ? .success : .error,
                basis: basis,
                location: SourceLocation(file: "contracts/sample/tables.yaml", line: 5, column: 3),
                status: .notCovered,
                cases: cases
            ),
            error: error,
            standing: standing,
            reason: reason
        )
    }
}
