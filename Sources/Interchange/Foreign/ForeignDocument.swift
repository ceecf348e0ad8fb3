package import JSON

/// A file in YAML, parsed by the caller.
package struct ForeignDocument: Sendable {
    /// Its path relative to the imported folder.
    package let name: String
    /// Its content; `nil` if it is not YAML.
    package let value: JSONValue?
    /// Why it cannot be read; empty when it can.
    package let problem: String
    /// The line of the value at a place, counted from one.
    package let line: @Sendable (JSONPointer) -> Int

    package init(
        name: String,
        value: JSONValue?,
        problem: String = "",
        line: @escaping @Sendable (JSONPointer) -> Int
    ) {
        self.name = name
        self.value = value
        self.problem = problem
        self.line = line
    }
}
