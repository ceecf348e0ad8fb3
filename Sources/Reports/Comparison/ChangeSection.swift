import Contract
import ContractDiff

/// The changes of one subject.
struct ChangeSection {
    let title: String
    let changes: [ContractChange]

    /// From this number on, additions are listed by name.
    private static let folding = 4

    /// In the order of the changes, except that subjects with a breaking change come first.
    ///
    /// - Parameters:
    ///   - changes: Of all subjects.
    ///   - isFolded: Whether many added promises and codes are shown in one line.
    /// - Returns: One section for each call, one for all codes.
    static func sections(
        of changes: [ContractChange],
        isFolded: Bool
    ) -> [ChangeSection] {
        var sections: [[ContractChange]] = []
        var known: [String: Int] = [:]
        for change in changes {
            let title = title(change)
            if let index = known[title] {
                sections[index].append(change)
            } else {
                known[title] = sections.count
                sections.append([change])
            }
        }
        let all = sections.map { section in
            let changes = sorted(section)
            return ChangeSection(
                title: title(section[0]),
                changes: isFolded ? folded(changes) : changes.map(named)
            )
        }
        let severe = all.filter { $0.changes[0].severity == .breaking }
        return severe + all.filter { $0.changes[0].severity != .breaking }
    }

    /// The gravest first; the order is kept within a severity.
    private static func sorted(_ changes: [ContractChange]) -> [ContractChange] {
        ContractChange.Severity.allCases.flatMap { severity in
            let found = changes.filter { $0.severity == severity }
            // Changed wording must be read, and not be lost among the others.
            return found.filter { $0.kind == .promiseWording }
                + found.filter { $0.kind != .promiseWording }
        }
    }

    private static func folded(_ changes: [ContractChange]) -> [ContractChange] {
        let folds: [ContractChange.Kind] = [.promiseAdded, .errorCodeAdded]
        let groups = Dictionary(grouping: changes.filter { folds.contains($0.kind) }) {
            [$0.kind.rawValue, $0.severity.rawValue]
        }
        var written: Set<[String]> = []
        return changes.compactMap { change in
            let key = [change.kind.rawValue, change.severity.rawValue]
            guard let group = groups[key], group.count >= folding else { return named(change) }
            guard written.insert(key).inserted else { return nil }
            let names = group.compactMap(\.name).joined(separator: ", ")
            let words =
                change.kind == .promiseAdded
                ? "has \(group.count) new promises" : "\(group.count) codes are new"
            var fold = change
            fold.what = "\(words): \(names)"
            fold.basis = .documented
            (fold.old, fold.new) = (nil, nil)
            return fold
        }
    }

    /// All codes have one title, so each line names its own.
    private static func named(_ change: ContractChange) -> ContractChange {
        guard case .error(let code) = change.subject else { return change }
        var change = change
        change.what = "\(code) \(change.what)"
        return change
    }

    private static func title(_ change: ContractChange) -> String {
        change.service.map { "\($0): \(heading(change))" } ?? heading(change)
    }

    private static func heading(_ change: ContractChange) -> String {
        switch change.subject {
        case .service: "every call"
        case .operation(let name): name
        case .error: "error codes"
        }
    }

    /// `old.yaml:3:5 → new.yaml:7:5`, or the only side.
    static func place(of change: ContractChange) -> String {
        [change.old, change.new].compactMap { $0.map { "\($0)" } }.joined(separator: " → ")
    }
}
