import CSQLite

/// An open SQLite database; used by one thread at a time.
final class Database {
    let path: String
    /// Owned by this object.
    let handle: OpaquePointer

    /// Opens a file, and makes it if it is not there and `createsFile`.
    ///
    /// A call waits for other processes for `patience` milliseconds.
    init(path: String, createsFile: Bool, patience: Int32) throws(HistoryError) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | (createsFile ? SQLITE_OPEN_CREATE : 0)
        // A relative path could otherwise mean ":memory:" or "file:".
        let code = sqlite3_open_v2(path.hasPrefix("/") ? path : "./\(path)", &handle, flags, nil)
        guard let handle else { throw HistoryError(path: path, kind: .busy) }
        self.path = path
        self.handle = handle
        sqlite3_busy_timeout(handle, patience)
        try check(code, "sqlite3_open_v2")
    }

    // SQLite allows this even after a failed open, and while statements are left.
    deinit { sqlite3_close_v2(handle) }

    /// Runs one statement and returns its rows, each in the order of the columns.
    @discardableResult
    func rows(_ sql: String, _ values: [SQLValue] = []) throws(HistoryError) -> [[SQLValue]] {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil), sql)
        // Freed here; every value below is copied before that.
        defer { sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() {
            try check(Self.bind(value, to: statement, Int32(index) + 1), sql)
        }
        var rows: [[SQLValue]] = []
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else {
                try check(code, sql)
                return rows
            }
            let columns = 0..<sqlite3_column_count(statement)
            rows.append(columns.map { Self.column($0, of: statement) })
        }
    }

    /// The first integer of a statement's result; zero for an empty result.
    func integer(_ sql: String) throws(HistoryError) -> Int64 {
        try rows(sql).first?.first?.integerValue ?? 0
    }

    /// Purpose of a transaction.
    enum Purpose: String {
        /// All reads see one state, whatever other processes write.
        case reading = "BEGIN DEFERRED"
        /// Atomic, and other processes cannot write meanwhile.
        case writing = "BEGIN IMMEDIATE"
    }

    /// Runs `body` as one transaction.
    func transaction<Result>(
        _ purpose: Purpose = .writing,
        _ body: () throws(HistoryError) -> Result
    ) throws(HistoryError) -> Result {
        try rows(purpose.rawValue)
        do {
            let result = try body()
            try rows("COMMIT")
            return result
        } catch {
            // The first of two failures is reported.
            _ = try? rows("ROLLBACK")
            throw error
        }
    }

    /// The number that the last inserted row was given.
    var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    private func check(_ code: Int32, _ call: String) throws(HistoryError) {
        switch code & 0xFF {
        case SQLITE_OK: return
        case SQLITE_BUSY, SQLITE_LOCKED: throw HistoryError(path: path, kind: .busy)
        case SQLITE_NOTADB, SQLITE_CORRUPT: throw HistoryError(path: path, kind: .notDatabase)
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
            throw HistoryError(path: path, kind: .unopenable(errno: sqlite3_system_errno(handle)))
        case SQLITE_READONLY: throw HistoryError(path: path, kind: .readOnly)
        case SQLITE_FULL: throw HistoryError(path: path, kind: .full)
        case SQLITE_IOERR:
            throw HistoryError(path: path, kind: .diskFailed(errno: sqlite3_system_errno(handle)))
        default:
            // Owned by SQLite, and good until the next call.
            let reason = String(cString: sqlite3_errmsg(handle))
            let word = String(call.prefix { $0 != " " && $0 != "\n" })
            throw HistoryError(path: path, kind: .failed(call: word, reason: reason))
        }
    }

    private static func bind(
        _ value: SQLValue,
        to statement: OpaquePointer?,
        _ index: Int32
    ) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .real(let value): sqlite3_bind_double(statement, index, value)
        case .text(let value):
            csqlite_bind_text(statement, index, value, UInt64(value.utf8.count))
        }
    }

    private static func column(_ index: Int32, of statement: OpaquePointer?) -> SQLValue {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT:
            // Owned by the statement, and good until its next step; copied here.
            guard let text = sqlite3_column_text(statement, index) else { return .null }
            let count = Int(sqlite3_column_bytes(statement, index))
            return .text(
                String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
            )
        default: return .null
        }
    }
}

/// A value in a database.
enum SQLValue: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)

    init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    var integerValue: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    var realValue: Double? {
        guard case .real(let value) = self else { return nil }
        return value
    }

    var textValue: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }
}
