import Glibc

/// Why a history could not be read or written.
package struct HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Kind of failure.
    package enum Kind: Hashable, Sendable {
        /// The file does not exist.
        case missing
        /// The file is not an SQLite database, or a damaged one.
        case notDatabase
        /// An SQLite database of another application; its application ID.
        case foreign(applicationID: UInt32)
        /// Written by a newer Assay: its version, and the newest supported one.
        case newer(version: Int64, known: Int64)
        /// Locked by other processes for the whole waiting time.
        case busy
        /// It cannot be opened; the system's error number, zero for none.
        case unopenable(errno: Int32)
        /// It is read-only.
        case readOnly
        /// Its disk is full.
        case full
        /// Its disk failed; the system's error number, zero for none.
        case diskFailed(errno: Int32)
        /// SQLite's message about a statement; a defect of this program.
        case failed(call: String, reason: String)
    }

    /// The file.
    package let path: String
    package let kind: Kind

    /// A sentence with the name of the file, without a full stop.
    package var description: String {
        switch kind {
        case .missing: "there is no history at \(path)"
        case .notDatabase:
            "\(path) is not a history: it is not an SQLite database, or it is damaged"
        case .foreign(0):
            "\(path) is not a history: it is an SQLite database that Assay did not make"
        case .foreign(let applicationID):
            "\(path) is not a history: it is an SQLite database of another program "
                + "(application id 0x\(String(applicationID, radix: 16)))"
        case .newer(let version, let known):
            "\(path) was written by a newer Assay: its version is \(version), and this program "
                + "knows versions up to \(known)"
        case .busy: "\(path) is in use: another process did not let go of it in time; try again"
        case .unopenable(ENOENT):
            "\(path) cannot be made: its folder is not there; make the folder first"
        case .unopenable(let number):
            "\(path) cannot be opened\(Self.cause(number)); expected a file that may be read and "
                + "written, in a folder that may be written"
        case .readOnly:
            "\(path) cannot be written; expected a file and a folder that may be written"
        case .full: "\(path) cannot grow: its disk is full"
        case .diskFailed(let number): "\(path): its disk failed\(Self.cause(number))"
        case .failed(let call, let reason):
            "\(path): the database refused \(call): \(reason)"
        }
    }

    private static func cause(_ number: Int32) -> String {
        // The text is the C library's, and good until the next call.
        number == 0 ? "" : ": \(String(cString: strerror(number)))"
    }
}
