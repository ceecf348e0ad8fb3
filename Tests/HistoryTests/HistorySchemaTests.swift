import TestSupport
import Testing

@testable import History

struct HistorySchemaTests {
    /// The error reported when a file is opened.
    private static func refusal(
        _ path: String,
        _ access: HistoryStore.Access = .creating
    ) -> String? {
        do {
            _ = try HistoryStore(path: path, access: access)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("A new history has our application ID, its version, and a write-ahead log")
    func marks() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("runs.db")
        _ = try HistoryStore(path: path, access: .creating)
        let database = try Database(path: path, createsFile: false, patience: 0)
        #expect(try database.integer("PRAGMA application_id") == 0x4153_5359)
        #expect(try database.integer("PRAGMA user_version") == HistorySchema.current.version)
        #expect(try database.rows("PRAGMA journal_mode") == [[.text("wal")]])
    }

    @Test("An older history is migrated and keeps its runs")
    func migration() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("runs.db")
        try HistoryStore(path: path, access: .creating)
            .append(HistoryStoreTests.record(), document: "{}")
        let newer = HistorySchema(
            steps: HistorySchema.current.steps
                + [["ALTER TABLE run ADD COLUMN note TEXT"], ["UPDATE run SET note = 'old'"]]
        )
        let store = try HistoryStore(path: path, access: .existing, schema: newer)
        #expect(try store.runs().map(\.record) == [HistoryStoreTests.record()])
        let database = try Database(path: path, createsFile: false, patience: 0)
        #expect(try database.integer("PRAGMA user_version") == newer.version)
        #expect(try database.rows("SELECT note FROM run") == [[.text("old")]])
    }

    @Test("A failed migration step leaves the older version intact")
    func failedMigration() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("runs.db")
        _ = try HistoryStore(path: path, access: .creating)
        let broken = HistorySchema(
            steps: HistorySchema.current.steps
                + [["ALTER TABLE run ADD COLUMN note TEXT", "DROP TABLE nothing"]]
        )
        #expect(throws: HistoryError.self) {
            try HistoryStore(path: path, access: .existing, schema: broken)
        }
        #expect(Self.refusal(path) == nil)
        let database = try Database(path: path, createsFile: false, patience: 0)
        #expect(try database.integer("PRAGMA user_version") == HistorySchema.current.version)
    }

    @Test("A history of a newer version is left unchanged")
    func newer() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("runs.db")
        _ = try HistoryStore(path: path, access: .creating)
        let database = try Database(path: path, createsFile: false, patience: 0)
        try database.rows("PRAGMA user_version = 7")
        #expect(
            Self.refusal(path) == "\(path) was written by a newer Assay: its version is 7, "
                + "and this program knows versions up to 2"
        )
    }

    @Test("A database of another program is left unchanged", arguments: [0, 0x1234])
    func foreign(applicationID: Int) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("other.db")
        let database = try Database(path: path, createsFile: true, patience: 0)
        try database.rows("CREATE TABLE other (x)")
        try database.rows("PRAGMA application_id = \(applicationID)")
        let expected =
            applicationID == 0
            ? "that Assay did not make" : "of another program (application id 0x1234)"
        #expect(
            Self.refusal(path) == "\(path) is not a history: it is an SQLite database \(expected)"
        )
        #expect(try database.rows("PRAGMA journal_mode") == [[.text("delete")]])
    }

    @Test("A file that is not a database is left unchanged")
    func notDatabase() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Array(repeating: 0x41, count: 4096), to: "runs.db")
        #expect(
            Self.refusal(path) == "\(path) is not a history: it is not an SQLite database, "
                + "or it is damaged"
        )
    }

    @Test("Reading creates no file, and an empty file is not a history yet")
    func missing() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("runs.db")
        #expect(Self.refusal(path, .existing) == "there is no history at \(path)")
        #expect(Self.refusal(path, .existing) == "there is no history at \(path)")
        try directory.write([], to: "empty.db")
        let empty = directory.file("empty.db")
        #expect(
            Self.refusal(empty, .existing)
                == "\(empty) is not a history: it is an SQLite database that Assay did not make"
        )
        #expect(Self.refusal(empty) == nil)
    }

    @Test("A history that another process has locked is in use")
    func busy() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("runs.db")
        _ = try HistoryStore(path: path, access: .creating)
        let other = try Database(path: path, createsFile: false, patience: 0)
        try other.rows("BEGIN IMMEDIATE")
        let store = try HistoryStore(path: path, access: .creating, schema: .current, patience: 0)
        let error = #expect(throws: HistoryError.self) {
            try store.append(HistoryStoreTests.record(), document: "{}")
        }
        #expect(
            error?.description
                == "\(path) is in use: another process did not let go of it in time; try again"
        )
        try other.rows("ROLLBACK")
        #expect(try store.append(HistoryStoreTests.record(), document: "{}").number == 1)
    }
}
