import Base
import Contract
import ReportText

/// The figures for each call of a coverage matrix: the number of promises by status of the
/// contract, or by result of a run.
struct CoverageColumns {
    fileprivate struct Column {
        let title: String
        /// The words of its rows; `nil` for all rows.
        let words: [String]?

        func count(in rows: [CoverageRow]) -> Int {
            words.map { words in rows.count { words.contains($0.word) } } ?? rows.count
        }
    }

    private let columns: [Column]

    /// - Parameters:
    ///   - matrix: Empty columns are left out.
    ///   - isNarrow: Combines the columns of promises that are set aside.
    init(of matrix: CoverageMatrix, isNarrow: Bool) {
        let rows = matrix.rows
        let isJudged = rows.contains { $0.verdict != nil }
        let tried: [PromiseStatus] = isJudged ? [.passed, .failed, .differs, .inconclusive] : []
        // Zero failed and zero uncovered promises are worth showing.
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
    /// Whether the contract gives a reason for not covering it.
    var isSetAside: Bool {
        switch standing {
        case .waived, .untestable, .local: true
        case .covered, .notCovered: false
        }
    }

    /// The status in one or two words: from the run if there was one, else from the contract.
    var word: String { verdict?.rawValue ?? standing.rawValue }

    /// Whether it has no problem, so that no explanation is needed.
    var isSound: Bool { verdict.map { $0 == .passed } ?? (standing == .covered) }

    /// The status and its reason: `covered by either-or[both] and 3 more`; `name` formats the name
    /// of a case.
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
    /// The promises of calls about an error that failed in a run, though the error itself was as in the catalogue: a
    /// row that says "passed" must mention them.
    ///
    /// - Parameters:
    ///   - error: A row of the catalogue.
    ///   - name: How the name of a promise is written.
    /// - Returns: The text after the row; may be empty.
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
    /// The note after each of its error codes: empty for a single promise without a problem, else
    /// `(3)` or `(3, 1 waived)`.
    static func note(on rows: [CoverageRow]) -> String {
        var details = rows.count > 1 ? ["\(rows.count)"] : []
        for group in Grouping(rows.filter { !$0.isSound }, by: \.word) {
            let count = group.members.count
            details.append(rows.count == 1 ? group.key : "\(count) \(group.key)")
        }
        return details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
    }
}
