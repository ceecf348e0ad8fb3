import Contract
import Testing
import Trace

struct DocumentCoverageTests {
    private static func key(_ id: String) -> PromiseKey { PromiseKey(file: "a.yaml", id: id) }

    /// A document with one statement of each fate.
    private static func inventory(_ fates: [Statement.Fate]) -> Inventory {
        let place = SourceLocation(file: "a.trace.yaml", line: 1, column: 1)
        return Inventory(
            file: "a.trace.yaml",
            document: TracedDocument(name: "guide", title: "Guide", lineCount: nil, sha256: nil),
            statements: fates.enumerated().map { index, fate in
                Statement(
                    name: "s\(index)",
                    lines: LineRanges(1...1),
                    digest: nil,
                    says: "So.",
                    fate: fate,
                    location: place
                )
            },
            asides: []
        )
    }

    private static func promised(_ ids: String...) -> Statement.Fate {
        .promised(ids.map { PromiseReference(text: $0, key: key($0)) })
    }

    private static let outcomes: [PromiseKey: PromiseOutcome] = [
        key("passed"): PromiseOutcome(status: .passed),
        key("proven"): PromiseOutcome(status: .passed, isProven: true),
        key("unproven"): PromiseOutcome(status: .passed, isProven: false),
        key("modelled"): PromiseOutcome(status: .passed, modelled: .requests),
        key("failed"): PromiseOutcome(status: .failed, reason: "wanted 200"),
        key("inconclusive"): PromiseOutcome(status: .inconclusive, reason: "no answer"),
        key("differs"): PromiseOutcome(status: .differs),
        key("never"): PromiseOutcome(status: .notCovered),
        key("waived"): PromiseOutcome(status: .waived, reason: "known"),
        key("untestable"): PromiseOutcome(status: .untestable, reason: "no way"),
        key("local"): PromiseOutcome(status: .local, reason: "in the app"),
    ]

    @Test(
        "A statement has the status of its weakest promise",
        arguments: [
            (promised("passed"), .checked, nil), (promised("passed", "proven"), .checked, nil),
            (
                promised("passed", "modelled"), .modelled,
                "modelled: \(ModelledReason.requests.sentence)"
            ),
            (
                promised("modelled", "unproven"), .notProven,
                "unproven: a wrong behaviour would not be detected"
            ),
            (promised("passed", "failed", "inconclusive"), .failed, "failed: wanted 200"),
            (promised("passed", "inconclusive"), .inconclusive, "inconclusive: no answer"),
            (promised("differs", "never"), .differs, "differs: it does not hold"),
            (promised("passed", "never"), .notTried, "never: no case tried it"),
            (promised("passed", "waived"), .notTried, "waived: waived: known"),
            (promised("untestable"), .notTried, "untestable: untestable: no way"),
            (promised("passed", "missing"), .notTried, "missing: it was not run"),
            (promised("passed", "local"), .checked, nil),
            (promised("local"), .local, "local: in the app"), (.local("a"), .local, "a"),
            (.console("b"), .console, "b"), (.open("c"), .open, "c"),
            (
                .contradicted(
                    Contradiction(by: "notes#1", because: "d"),
                    [PromiseReference(text: "failed", key: key("failed"))]
                ), .contradicted, "notes#1: d"
            ),
        ] as [(Statement.Fate, DocumentCoverage.Standing, String?)]
    )
    func standing(fate: Statement.Fate, standing: DocumentCoverage.Standing, reason: String?) {
        let coverage = DocumentCoverage(Self.inventory([fate])) { Self.outcomes[$0] }
        #expect(coverage.entries.map(\.standing) == [standing])
        #expect(coverage.entries.map(\.reason) == [reason])
    }

    @Test("Local, console and contradicted statements do not count")
    func fraction() {
        let contradiction = Contradiction(by: "notes", because: "e")
        let coverage = DocumentCoverage(
            Self.inventory([
                Self.promised("passed"), Self.promised("modelled"), Self.promised("failed"),
                .local("a"), .console("b"), .open("c"), .contradicted(contradiction, []),
                Self.promised("unproven"),
            ])
        ) { Self.outcomes[$0] }
        #expect(coverage.count(.checked) == 1)
        #expect(coverage.count(.modelled) == 1)
        #expect(coverage.countable == 5)
        let empty = DocumentCoverage(Self.inventory([.local("a")])) { _ in nil }
        #expect([empty].share(of: 0) == 1)
        let both = [coverage, empty, coverage]
        #expect(both.count(.checked) == 2)
        #expect(both.countable == 10)
        #expect(both.share(of: both.count(.checked)) == 0.2)
    }
}
