/// The number of promises by basis and status.
package struct CoverageSummary: Equatable, Sendable {
    /// The promises of one basis, or of several together.
    package struct Counts: Equatable, Sendable {
        private var byStatus: [PromiseStatus: Int] = [:]

        /// The number with this status.
        package subscript(_ status: PromiseStatus) -> Int { byStatus[status] ?? 0 }

        /// All of them.
        package var total: Int { byStatus.values.reduce(0, +) }

        /// Those that a case could check: not waived, not untestable, not local.
        package var countable: Int {
            total - self[.waived] - self[.untestable] - self[.local]
        }

        /// Those that passed or failed.
        package var judged: Int { self[.passed] + self[.failed] }

        /// Checked ÷ countable, from 0 to 1; 1 when none is countable.
        package var fraction: Double {
            countable == 0 ? 1 : Double(judged) / Double(countable)
        }

        mutating func add(_ status: PromiseStatus) { byStatus[status, default: 0] += 1 }

        mutating func add(_ other: Counts) {
            byStatus.merge(other.byStatus, uniquingKeysWith: +)
        }
    }

    private var byBasis: [Basis: Counts] = [:]

    package init(_ promises: some Sequence<PromiseResult>) {
        for promise in promises { byBasis[promise.basis, default: Counts()].add(promise.status) }
    }
}

extension CoverageSummary {
    /// The promises of one basis.
    package subscript(_ basis: Basis) -> Counts { byBasis[basis] ?? Counts() }

    /// The promises that count at a level: those of its basis and of every more certain one.
    package func counts(upTo level: Basis) -> Counts {
        var sum = Counts()
        for basis in Basis.allCases where basis <= level { sum.add(self[basis]) }
        return sum
    }

    /// A share for people: `100 %` only when complete, else one decimal, rounded down.
    package static func percentage(_ fraction: Double) -> String {
        if fraction >= 1 { return "100 %" }
        let tenths = Int(fraction * 1000)
        return "\(tenths / 10).\(tenths % 10) %"
    }
}

extension VerificationResult {
    /// Every promise of the servers.
    package var promises: [PromiseResult] { contracts.flatMap(\.promises) }

    /// Every promise of the client libraries.
    package var clientPromises: [PromiseResult] { contracts.flatMap(\.clientPromises) }

    /// Every case of every contract.
    package var cases: [CaseResult] { contracts.flatMap(\.cases) }

    /// The number of cases with a verdict.
    package func count(_ verdict: Verdict) -> Int {
        cases.reduce(0) { $0 + ($1.verdict == verdict ? 1 : 0) }
    }
}
