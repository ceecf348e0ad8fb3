/// Why a file is not taken as the result of a run or of a search.
package struct RunResultError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        case empty
        /// The text ends too early, at this byte.
        case cutShort(byteOffset: Int)
        case notJSON(String)
        /// Another kind of JSON; what it looks like.
        case foreign(String)
        /// Written in this version of the format, which is not read.
        case otherVersion(Int)
        /// Something at this place is not as it must be.
        case inconsistent(path: String, expected: String, actual: String)
    }

    package let file: String
    package let reason: Reason
    /// The expected kind of file: `a result of assay load`.
    package let wanted: String

    package init(file: String, reason: Reason, wanted: String = ResultFormat.load.title) {
        self.file = file
        self.reason = reason
        self.wanted = wanted
    }

    package var description: String {
        switch reason {
        case .empty: "\(file): expected \(wanted), got an empty file"
        case .cutShort(let offset):
            "\(file): the file is cut short after \(offset) bytes; copy it again, or repeat the run"
        case .notJSON(let detail):
            "\(file): expected \(wanted), got text that is not JSON: \(detail)"
        case .foreign(let what): "\(file): expected \(wanted), got \(what)"
        case .otherVersion(let version):
            "\(file): expected version \(ResultFormat.version) of the format, got version \(version); "
                + "read it with the assay that wrote it"
        case .inconsistent(let path, let expected, let actual):
            "\(file): \(path): expected \(expected), got \(actual)"
        }
    }
}
