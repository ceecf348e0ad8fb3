internal import CSQLite

/// Which SQLite this process runs with.
package enum SQLiteVersion {
    /// `sqlite/3.40.1`.
    package static var text: String {
        // The string is static; SQLite owns it.
        "sqlite/" + String(cString: sqlite3_libversion())
    }
}
