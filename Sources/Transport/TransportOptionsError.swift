import Platform

/// Why options cannot be used; found before anything is sent.
package struct TransportOptionsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Possible errors of an option.
    package enum Kind: Hashable, Sendable {
        /// The file cannot be opened; `code` is the `errno`.
        case unreadable(code: Int32)
        /// The file is larger than certificates are.
        case tooLarge(limit: Int)
        /// The file exists, but its contents are not `expected`.
        case wrongContent(expected: String)
        /// The value does not have the form `expected`.
        case wrongForm(expected: String)
        /// The option requires, or contradicts, `other`.
        case needs(other: String)
        case contradicts(other: String)
        /// The libcurl of this system cannot do it.
        case unsupported(library: String)
    }

    /// The option as on the command line: `cacert`, `unix-socket`.
    package let option: String
    package let value: String
    package let kind: Kind

    package init(option: String, value: String, kind: Kind) {
        self.option = option
        self.value = value
        self.kind = kind
    }

    package var description: String {
        switch kind {
        case .unreadable(let code):
            "--\(option): cannot read '\(value)': \(SystemError(code: code)); give the path of a PEM file"
        case .tooLarge(let limit):
            "--\(option): '\(value)' has more than \(limit) bytes; expected a PEM file"
        case .wrongContent(let expected):
            "--\(option): '\(value)' holds no \(expected); expected a PEM file with one"
        case .wrongForm(let expected):
            "--\(option): expected \(expected), got '\(value)'"
        case .needs(let other):
            "--\(option) '\(value)' needs --\(other); give both"
        case .contradicts(let other):
            "--\(option) '\(value)' cannot be used together with --\(other); leave one out"
        case .unsupported(let library):
            "--\(option) '\(value)' is not supported by \(library); use a libcurl that was built with it"
        }
    }
}
