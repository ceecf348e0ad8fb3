package import JSON

/// Why a document cannot be imported, or a contract not exported.
package struct InterchangeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the error in the file.
    package enum Place: Hashable, Sendable {
        case whole
        case pointer(JSONPointer)
        /// Counted from one.
        case line(Int)
    }

    /// The path as the user gave it.
    package let file: String
    package let place: Place
    package let expected: String
    package let found: String
    /// What to do about it; `nil` when that is obvious.
    package let hint: String?

    package init(
        file: String,
        place: Place,
        expected: String,
        found: String,
        hint: String? = nil
    ) {
        self.file = file
        self.place = place
        self.expected = expected
        self.found = found
        self.hint = hint
    }

    /// The error with a further hint.
    func with(hint more: String) -> InterchangeError {
        InterchangeError(
            file: file,
            place: place,
            expected: expected,
            found: found,
            hint: hint.map { "\($0); \(more)" } ?? more
        )
    }

    package var description: String {
        let start =
            switch place {
            case .whole: file
            case .pointer(let pointer): "\(file)#\(pointer)"
            case .line(let line): "\(file):\(line)"
            }
        return "\(start): expected \(expected), got \(found)" + (hint.map { "; \($0)" } ?? "")
    }
}
