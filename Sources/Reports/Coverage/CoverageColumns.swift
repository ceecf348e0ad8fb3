import Base
import Contract
import ReportText

/// The figures beside each call of a coverage matrix: how many promises there are, and how they
/// stand; with the results of a run, what became of them.
struct CoverageColumns {
    fileprivate struct Column {
        let title: String
        /// Those of its rows; `nil` for all of them.
        let words: [String]?

        func count(in rows: [CoverageRow]) -> Int {
            words.map { words in rows.count { words.contains($0.word) } } ?? rows.count
        }
    }

    private let columns: [Column]

    /// - Parameters:
    ///   - matrix: Columns in which it has nothing are left out.
    ///   - isNarrow: Takes what is set aside together.
    init(of matrix: CoverageMatrix, isNarrow: Bool) {
        let rows = matrix.rows
        let isJudged = rows.contains { $0.verdict != nil }
        let tried: [PromiseStatus] = isJudged ? [.passed, .failed, .differs, .inconclusive] : []
        // That nothing was broken and nothing left out is worth saying.
        let alwaysShown: [PromiseStatus] =
            isJudged ? [.passed, .failed, .notCovered] : [.notCovered]
        let aside = [PromiseStatus.waived, .untestable, .local].map(\.rawValue)
        var columns = [Column(title: "promises", words: nil)]
        let covered = CoverageRow.Standing.covered.rawValue
        columns += tried.map { Column($0.rawValue) }
        columns.append(Column(title: isJudged ? "no result" : covered, words: [covered]))
        columns +=
            isNarrow ? [Column(title: "set aside", words: aside)] : aside.map { Column($0) }
        columns.append(Column(PromiseStatus.notCovered.rawValue))
        let kept = ["promises"] + alwaysShown.map(\.rawValue) + [isJudged ? "" : covered]
        self.columns = columns.filter { kept.contains($0.title) || $0.count(in: rows) > 0 }
    }

    var titles: [String] { columns.map(\.title) }

    /// One figure for each title.
    func cells(of rows: [CoverageRow]) -> [String] { columns.map { "\($0.count(in: rows))" } }
}

extension CoverageColumns.Column {
    fileprivate init(_ word: String) { self.init(title: word, words: [word]) }
}

extension CoverageRow {
    /// Whether nothing is to be tried, for a reason that the contract gives.
    var isSetAside: Bool {
        switch standing {
        case .waived, .untestable, .local: true
        case .covered, .notCovered: false
        }
    }

    /// How it stands, in one word or two: by the run if there was one, else by the contract.
    var word: String { verdict?.rawValue ?? standing.rawValue }

    /// Whether all is well with it, so that nothing needs to be said.
    var isSound: Bool { verdict.map { $0 == .passed } ?? (standing == .covered) }

    /// How it stands and why: `covered by either-or[both] and 3 more`; `name` says how the name of
    /// a case is written.
    func explanation(_ name: (String) -> String) -> String {
        let others = cases.count > 1 ? " and \(cases.count - 1) more" : ""
        let by = cases.first.map { " by \(name($0))\(others)" } ?? ""
        switch standing {
        case .covered:
            let standing = standing.rawValue + by
            return verdict.map { "\($0.rawValue), \(standing)" } ?? standing
        case .notCovered: return reason.map { "\(word): \($0)" } ?? "\(word): no case covers it"
        case .waived, .untestable, .local: return reason.map { "\(word): \($0)" } ?? word
        }
    }
}

extension CoverageMatrix.Side {
    /// The promises of calls about an error that a run found broken, though the error itself came as the
    /// catalogue says: beside a row that says "passed" they must not be missing.
    ///
    /// - Parameters:
    ///   - error: A row of the catalogue.
    ///   - name: How the name of a promise is written.
    /// - Returns: What is put behind the row; empty for nothing.
    func objection(to error: CoverageMatrix.ErrorCode, _ name: (String) -> String) -> String {
        guard error.row.verdict == .passed else { return "" }
        let broken = calls.flatMap(\.rows).filter { row in
            row.error == error.id && row.verdict == .failed
        }
        guard !broken.isEmpty else { return "" }
        return "; failed as " + Words.list(broken.map { name($0.promise.id) }, limit: 3)
    }
}

extension CoverageMatrix.Call {
    /// What stands behind each of its error codes: nothing for a single promise with which all is
    /// well, else `(3)` or `(3, 1 waived)`.
    static func note(on rows: [CoverageRow]) -> String {
        var details = rows.count > 1 ? ["\(rows.count)"] : []
        for group in Grouping(rows.filter { !$0.isSound }, by: \.word) {
            let count = group.members.count
            details.append(rows.count == 1 ? group.key : "\(count) \(group.key)")
        }
        return details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
    }
}
