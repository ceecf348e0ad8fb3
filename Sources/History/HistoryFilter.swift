/// Selects runs; `nil` matches any value.
package struct HistoryFilter: Hashable, Sendable {
    package var kind: RunRecord.Kind?
    package var branch: String?
    package var title: String?
    package var likeness: String?
    /// Whether figures are reliable.
    package var isValid: Bool?
    /// Largest number of runs, the latest first.
    package var limit: Int?

    package init(
        kind: RunRecord.Kind? = nil,
        branch: String? = nil,
        title: String? = nil,
        likeness: String? = nil,
        isValid: Bool? = nil,
        limit: Int? = nil
    ) {
        self.kind = kind
        self.branch = branch
        self.title = title
        self.likeness = likeness
        self.isValid = isValid
        self.limit = limit
    }

    /// The condition in SQL and the values of its question marks.
    var condition: (sql: String, values: [SQLValue]) {
        let wanted: [(String, SQLValue?)] = [
            ("kind", kind.map { .text($0.rawValue) }), ("branch", branch.map { .text($0) }),
            ("title", title.map { .text($0) }), ("likeness", likeness.map { .text($0) }),
            ("is_valid", isValid.map { .integer($0 ? 1 : 0) }),
        ]
        let present = wanted.compactMap { name, value in value.map { (name, $0) } }
        let terms = ["TRUE"] + present.map { "\($0.0) = ?" }
        return (terms.joined(separator: " AND "), present.map(\.1))
    }
}
