package import Contract

/// Reports of `assay verify` on an old and a new state, checked against each other promise by promise.
package struct PromiseComparison: Hashable, Sendable {
    /// The change of a promise, the gravest first.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// It fails, and did not before.
        case failed
        /// It was checked before, and is not now.
        case untried
        /// It was promised before, and is not now.
        case gone
        /// It is below the level that counts, and the server no longer satisfies it.
        case differs
        /// It passes, and did not before.
        case passed
    }

    /// A promise that has changed.
    package struct Change: Hashable, Sendable {
        package let kind: Kind
        package let key: VerificationRecord.Key
        /// `nil` when the old reports do not contain it.
        package let old: PromiseStatus?
        /// `nil` when the new reports do not contain it.
        package let new: PromiseStatus?
        /// The reason in the new report.
        package let reason: String?
        /// Its place in the newest known contract.
        package let location: SourceLocation?
    }

    /// The conclusion of the comparison.
    package enum Conclusion: String, Hashable, Sendable, CaseIterable {
        /// The reports cannot be compared.
        case refused
        case regression
        /// No promise newly failed, but some were not checked.
        case cannotTell
        case noRegression
    }

    package let old: [VerificationRecord]
    package let new: [VerificationRecord]
    /// Sentences without a full stop; empty when the reports were compared.
    package let refusals: [String]
    /// Sentences without a full stop.
    package let remarks: [String]
    /// By their kinds, then in the order of the reports.
    package let changes: [Change]
    /// The number of promises in both sides.
    let commonCount: Int

    /// Compares at least one report on each side.
    ///
    /// With several reports on a side, a promise counts as failed if it failed in any of them, else as passed if it
    /// passed in any of them.
    package init(old: [VerificationRecord], new: [VerificationRecord]) {
        precondition(!old.isEmpty && !new.isEmpty, "a side has no reports")
        self.old = old
        self.new = new
        let (before, after) = (Self.merged(old), Self.merged(new))
        let common = before.keys.count { after[$0] != nil }
        commonCount = common
        let refusals = Self.refusals(old, new, commonCount: common)
        self.refusals = refusals
        remarks = new.compactMap { record in
            switch record.ending {
            case .complete: nil
            case .interrupted: "\(record.name) was interrupted"
            case .failFast: "\(record.name) ended at its first failure"
            }
        }
        guard refusals.isEmpty else {
            changes = []
            return
        }
        let keys = Self.keys(new) + Self.keys(old).filter { after[$0] == nil }
        let found = keys.compactMap { Self.change($0, before[$0], after[$0]) }
        changes = Kind.allCases.flatMap { kind in found.filter { $0.kind == kind } }
    }

    /// The conclusion of the comparison.
    package var conclusion: Conclusion {
        if !refusals.isEmpty { return .refused }
        if count(.failed) > 0 { return .regression }
        return count(.untried) > 0 || !remarks.isEmpty ? .cannotTell : .noRegression
    }

    /// The number of promises with this change.
    package func count(_ kind: Kind) -> Int { changes.count { $0.kind == kind } }
}

extension PromiseComparison {
    private static func refusals(
        _ old: [VerificationRecord],
        _ new: [VerificationRecord],
        commonCount: Int
    ) -> [String] {
        for record in old + new where record.basis != old[0].basis {
            return [
                "the basis differs: \(old[0].basis.rawValue) in \(old[0].name), "
                    + "\(record.basis.rawValue) in \(record.name)"
            ]
        }
        if let empty = (old + new).first(where: { $0.promises.isEmpty }) {
            return ["\(empty.name) contains no promises"]
        }
        return commonCount > 0
            ? [] : ["\(old[0].name) and \(new[0].name) have no promise in common"]
    }

    private static func keys(_ records: [VerificationRecord]) -> [VerificationRecord.Key] {
        var seen: Set<VerificationRecord.Key> = []
        return records.flatMap(\.promises).map(\.key).filter { seen.insert($0).inserted }
    }

    /// Among several reports, the status that comes first counts.
    private static let order: [PromiseStatus] = [
        .failed, .passed, .differs, .inconclusive, .notCovered, .waived, .untestable, .local,
    ]

    private static func merged(
        _ records: [VerificationRecord]
    ) -> [VerificationRecord.Key: VerificationRecord.Promise] {
        func place(_ promise: VerificationRecord.Promise) -> Int {
            order.firstIndex(of: promise.status) ?? order.count
        }
        var merged: [VerificationRecord.Key: VerificationRecord.Promise] = [:]
        for promise in records.flatMap(\.promises) {
            guard let other = merged[promise.key], place(other) <= place(promise) else {
                merged[promise.key] = promise
                continue
            }
        }
        return merged
    }

    private static func change(
        _ key: VerificationRecord.Key,
        _ before: VerificationRecord.Promise?,
        _ after: VerificationRecord.Promise?
    ) -> Change? {
        kind(before?.status, after?.status).map { kind in
            Change(
                kind: kind,
                key: key,
                old: before?.status,
                new: after?.status,
                reason: after?.reason,
                location: after?.location ?? before?.location
            )
        }
    }

    /// `nil` for a change that does not matter.
    private static func kind(_ old: PromiseStatus?, _ new: PromiseStatus?) -> Kind? {
        guard old != new else { return nil }
        switch new {
        case nil: return .gone
        case .failed: return .failed
        case .passed: return .passed
        case .differs: return .differs
        case .inconclusive, .notCovered, .waived, .untestable, .local:
            let wasJudged = old == .passed || old == .failed || old == .differs
            return wasJudged ? .untried : nil
        }
    }
}
