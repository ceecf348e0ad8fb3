internal import Glibc

/// The environment variables of a process.
package struct Environment: Sendable {
    private let lookUp: @Sendable (String) -> String?

    /// The environment of this process.
    package static let process = Environment { name in
        // The string is copied at once, and nothing here calls `setenv`.
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// An environment that holds exactly these variables.
    package init(_ variables: [String: String]) {
        lookUp = { variables[$0] }
    }

    private init(lookUp: @escaping @Sendable (String) -> String?) {
        self.lookUp = lookUp
    }

    /// The value of a variable; `nil` when it is not set.
    package subscript(name: String) -> String? { lookUp(name) }
}
