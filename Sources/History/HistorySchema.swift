/// The tables of a history, with migrations from older versions.
struct HistorySchema {
    /// Application ID of our databases: `ASSY`.
    static let applicationID: UInt32 = 0x4153_5359

    /// At index n the statements that lead from version n to n + 1.
    let steps: [[String]]

    /// The version that a database has after all steps.
    var version: Int64 { Int64(steps.count) }

    static let current = HistorySchema(steps: [
        [
            // Numbers of pruned runs are not reused, as they may be referenced elsewhere.
            """
            CREATE TABLE run (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                kind TEXT NOT NULL,
                recorded_at INTEGER NOT NULL,
                title TEXT NOT NULL,
                branch TEXT,
                revision TEXT,
                target TEXT,
                likeness TEXT NOT NULL,
                status INTEGER NOT NULL,
                is_valid INTEGER NOT NULL,
                document TEXT NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE figure (
                run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
                name TEXT NOT NULL,
                value REAL,
                PRIMARY KEY (run, name)
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX run_by_branch ON run (kind, branch, id)",
        ],
        [
            "DROP INDEX run_by_branch",
            "CREATE INDEX run_by_branch ON run (kind, branch, recorded_at, id)",
        ],
    ])

    /// Initializes an empty database, or migrates an older one.
    ///
    /// - Parameters:
    ///   - database: Unchanged until it is known to be ours or empty.
    ///   - mayBeEmpty: Whether an empty database is accepted.
    /// - Throws: `HistoryError` for a database of another application or of a newer version.
    func prepare(_ database: Database, mayBeEmpty: Bool) throws(HistoryError) {
        if try needsSteps(database, mayBeEmpty) {
            try database.transaction { () throws(HistoryError) in
                // Another process may have been faster.
                guard try needsSteps(database, mayBeEmpty) else { return }
                try takeSteps(database)
            }
        }
        try database.rows("PRAGMA foreign_keys = ON")
        try Self.useWriteAheadLog(database)
    }

    private func needsSteps(
        _ database: Database,
        _ mayBeEmpty: Bool
    ) throws(HistoryError) -> Bool {
        // A single statement sees a consistent state while other processes write.
        let row = try database.rows(
            """
            SELECT (SELECT count(*) FROM sqlite_schema),
                (SELECT application_id FROM pragma_application_id),
                (SELECT user_version FROM pragma_user_version)
            """
        )[0].map { $0.integerValue ?? 0 }
        let (isEmpty, found, old) = (row[0] == 0, UInt32(truncatingIfNeeded: row[1]), row[2])
        guard found == Self.applicationID || found == 0 && isEmpty && mayBeEmpty else {
            throw HistoryError(path: database.path, kind: .foreign(applicationID: found))
        }
        guard (0...version).contains(old) else {
            throw HistoryError(path: database.path, kind: .newer(version: old, known: version))
        }
        return old < version
    }

    private func takeSteps(_ database: Database) throws(HistoryError) {
        let old = try database.integer("PRAGMA user_version")
        for statement in steps.dropFirst(Int(old)).joined() { try database.rows(statement) }
        try database.rows("PRAGMA application_id = \(Self.applicationID)")
        try database.rows("PRAGMA user_version = \(version)")
    }

    /// Allows readers and one writer at once, and survives being killed at any moment.
    ///
    /// SQLite does not wait for a lock here, but the setting is stored in the file: a process that finds it busy
    /// leaves the change to the next one.
    private static func useWriteAheadLog(_ database: Database) throws(HistoryError) {
        do {
            try database.rows("PRAGMA journal_mode = WAL")
        } catch {
            guard error.kind == .busy else { throw error }
        }
    }
}
