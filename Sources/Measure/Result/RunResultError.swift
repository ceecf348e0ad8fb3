/// Why a file is not taken as the result of a run.
package struct RunResultError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        case empty
        /// The text ends too early, at this byte.
        case cutShort(byteOffset: Int)
        case notJSON(String)
        /// JSON of something else: what it looks like.
        case foreign(String)
        /// Written in a later version of the format.
        case newer(version: Int)
        /// Something at this place is not as it must be.
        case inconsistent(path: String, expected: String, actual: String)
    }

    package let file: String
    package let reason: Reason

    package init(file: String, reason: Reason) {
        self.file = file
        self.reason = reason
    }

    package var description: String {
        switch reason {
        case .empty: "\(file): expected a result of assay load, got an empty file"
        case .cutShort(let offset):
            "\(file): the file is cut short after \(offset) bytes; copy it again, or repeat the run"
        case .notJSON(let detail):
            "\(file): expected a result of assay load, got a text that is no JSON: \(detail)"
        case .foreign(let what): "\(file): expected a result of assay load, got \(what)"
        case .newer(let version):
            "\(file): expected version \(RunResult.formatVersion) of the format or an earlier one, got "
                + "version \(version); read it with the assay that wrote it, or a later one"
        case .inconsistent(let path, let expected, let actual):
            "\(file): \(path): expected \(expected), got \(actual)"
        }
    }
}
