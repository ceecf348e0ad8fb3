/// A place in a file a person wrote.
package struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The path as the user gave it, or as found below a folder that the user gave.
    package let file: String
    /// Counted from one.
    package let line: Int
    /// Counts characters, not bytes, from one.
    package let column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    package var description: String { "\(file):\(line):\(column)" }
}
