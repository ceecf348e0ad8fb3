import Glibc

/// Results of earlier runs in an SQLite database; used by one thread at a time.
///
/// Several processes may have it open at once. Runs are added atomically.
package final class HistoryStore {
    /// What to do without a database.
    package enum Access: Hashable, Sendable {
        /// Create it.
        case creating
        /// That is an error.
        case existing
    }

    let database: Database

    /// Opens a history, and brings one of an older version up to date.
    ///
    /// - Throws: `HistoryError` for a missing file, or one of another kind.
    package convenience init(path: String, access: Access) throws(HistoryError) {
        try self.init(path: path, access: access, schema: .current)
    }

    init(
        path: String,
        access: Access,
        schema: HistorySchema,
        patience: Int32 = 20_000
    ) throws(HistoryError) {
        let creates = access == .creating
        do {
            database = try Database(path: path, createsFile: creates, patience: patience)
        } catch {
            throw creates ? error : Self.explained(error)
        }
        try schema.prepare(database, mayBeEmpty: creates)
    }

    /// A file that cannot be opened is usually missing.
    private static func explained(_ error: HistoryError) -> HistoryError {
        guard case .unopenable(ENOENT) = error.kind else { return error }
        return HistoryError(path: error.path, kind: .missing)
    }

    /// Adds a run, unless its branch and commit have the same result already.
    ///
    /// - Parameters:
    ///   - record: Properties for finding and comparing it.
    ///   - document: The complete result as JSON text.
    /// - Returns: Its number, and whether it was added.
    /// - Throws: `HistoryError`; nothing is added then.
    @discardableResult
    package func append(
        _ record: RunRecord,
        document: String
    ) throws(HistoryError) -> (number: Int64, isNew: Bool) {
        try database.transaction { () throws(HistoryError) in
            if let known = try number(of: record, document) { return (known, false) }
            return (try insert(record, document), true)
        }
    }

    private func number(
        of record: RunRecord,
        _ document: String
    ) throws(HistoryError) -> Int64? {
        try database.rows(
            """
            SELECT id FROM run WHERE kind = ? AND recorded_at = ? AND branch IS ? AND revision IS ?
                AND document = ?
            """,
            [
                .text(record.kind.rawValue), .integer(record.recordedAt), SQLValue(record.branch),
                SQLValue(record.revision), .text(document),
            ]
        ).first?.first?.integerValue
    }

    func insert(_ record: RunRecord, _ document: String) throws(HistoryError) -> Int64 {
        try database.rows(
            """
            INSERT INTO run (kind, recorded_at, title, branch, revision, target, likeness, status,
                is_valid, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(record.kind.rawValue), .integer(record.recordedAt), .text(record.title),
                SQLValue(record.branch), SQLValue(record.revision), SQLValue(record.target),
                .text(record.likeness), .integer(Int64(record.status)),
                .integer(record.isValid ? 1 : 0), .text(document),
            ]
        )
        let number = database.lastRow
        for (name, value) in record.figures.sorted(by: { $0.key < $1.key }) {
            try database.rows(
                "INSERT INTO figure (run, name, value) VALUES (?, ?, ?)",
                [.integer(number), .text(name), value.isFinite ? .real(value) : .null]
            )
        }
        return number
    }

    /// The runs that match a filter, the oldest first.
    package func runs(
        _ filter: HistoryFilter = HistoryFilter()
    ) throws(HistoryError) -> [RecordedRun] {
        let (condition, values) = filter.condition
        // SQLite reads a negative limit as no limit.
        let limit = SQLValue.integer(filter.limit.map(Int64.init) ?? -1)
        let chosen = "SELECT id FROM run WHERE \(condition) \(Self.latestFirst) LIMIT ?"
        return try runs("id IN (\(chosen))", values + [limit])
    }

    /// The run with this number; `nil` for none.
    package func run(_ number: Int64) throws(HistoryError) -> RecordedRun? {
        try runs("id = ?", [.integer(number)]).first
    }

    /// The complete result of a run, as it was added; `nil` for an unknown number.
    package func document(ofRun number: Int64) throws(HistoryError) -> String? {
        try database.rows("SELECT document FROM run WHERE id = ?", [.integer(number)])
            .first?.first?.textValue
    }

    /// Removes runs and frees their space.
    ///
    /// - Parameters:
    ///   - filter: Runs to remove, except for the latest `limit` of them; without a limit all.
    ///   - before: Only runs recorded before this moment, in milliseconds since 1970; `nil` for all.
    ///   - noteSpace: Receives the reason when the space cannot be freed; the runs are removed anyway.
    /// - Returns: Number of removed runs.
    /// - Throws: `HistoryError`; nothing is removed then, unless the file is damaged.
    package func prune(
        _ filter: HistoryFilter,
        before: Int64? = nil,
        noteSpace: (HistoryError) -> Void = { _ in }
    ) throws(HistoryError) -> Int {
        let (condition, values) = filter.condition
        let count = try database.transaction { () throws(HistoryError) in
            let kept = "SELECT id FROM run WHERE \(condition) \(Self.latestFirst) LIMIT ?"
            try database.rows(
                """
                DELETE FROM run WHERE \(condition) AND id NOT IN (\(kept))
                    AND recorded_at < ?
                """,
                values + values + [
                    .integer(Int64(filter.limit ?? 0)), .integer(before ?? Int64.max),
                ]
            )
            return try database.integer("SELECT changes()")
        }
        do {
            if count > 0 { try database.rows("VACUUM") }
        } catch {
            switch error.kind {
            // Another process is using the space; the next time will do.
            case .busy: break
            case .full, .diskFailed: noteSpace(error)
            default: throw error
            }
        }
        return Int(count)
    }
}

// Rows
extension HistoryStore {
    private static let columns =
        "id, kind, recorded_at, title, branch, revision, target, likeness, status, is_valid"

    /// By when they ran: results are added in any order, by several machines or long after.
    private static let latestFirst = "ORDER BY recorded_at DESC, id DESC"

    /// The runs that fulfil a condition, the oldest first.
    private func runs(
        _ condition: String,
        _ values: [SQLValue]
    ) throws(HistoryError) -> [RecordedRun] {
        // Another process may prune in between.
        let (runs, figures) = try database.transaction(.reading) { () throws(HistoryError) in
            let chosen = "FROM run WHERE \(condition) ORDER BY recorded_at, id"
            return (
                try database.rows("SELECT \(Self.columns) \(chosen)", values),
                try database.rows(
                    "SELECT run, name, value FROM figure WHERE run IN (SELECT id \(chosen))",
                    values
                )
            )
        }
        let figuresByRun = Self.figures(figures)
        return runs.compactMap { Self.run($0, figuresByRun) }
    }

    /// By the number of the run.
    private static func figures(_ rows: [[SQLValue]]) -> [Int64: [String: Double]] {
        var figures: [Int64: [String: Double]] = [:]
        for row in rows {
            guard let run = row[0].integerValue, let name = row[1].textValue else { continue }
            figures[run, default: [:]][name] = row[2].realValue ?? .infinity
        }
        return figures
    }

    /// `nil` for a kind that a newer version wrote.
    private static func run(
        _ row: [SQLValue],
        _ figures: [Int64: [String: Double]]
    ) -> RecordedRun? {
        guard let number = row[0].integerValue,
            let kind = row[1].textValue.flatMap(RunRecord.Kind.init)
        else { return nil }
        let record = RunRecord(
            kind: kind,
            recordedAt: row[2].integerValue ?? 0,
            title: row[3].textValue ?? "",
            branch: row[4].textValue,
            revision: row[5].textValue,
            target: row[6].textValue,
            likeness: row[7].textValue ?? "",
            status: Int32(truncatingIfNeeded: row[8].integerValue ?? 0),
            isValid: row[9].integerValue == 1,
            figures: figures[number] ?? [:]
        )
        return RecordedRun(number: number, record: record)
    }
}
