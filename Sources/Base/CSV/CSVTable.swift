/// Index of a CSV file that was read once: its number of rows, and offsets for random access.
///
/// Its size is independent of the number of rows.
package struct CSVTable: Hashable, Sendable {
    package let path: String
    /// The names in the first line, all different.
    package let columns: [String]
    /// Without the first line; at least one.
    package let rowCount: Int
    /// Rows between two of `offsets`.
    package let stride: Int
    /// Where the rows 0, `stride`, 2 × `stride` … begin, in bytes.
    package let offsets: [Int]
    /// Line number of each of `offsets`, from one.
    package let lines: [Int]
    /// Size of the file in bytes.
    package let size: Int
    /// The SHA-256 of the file, in hexadecimal digits.
    package let hash: String

    package init(
        path: String,
        columns: [String],
        rowCount: Int,
        stride: Int,
        offsets: [Int],
        lines: [Int],
        size: Int,
        hash: String
    ) {
        self.path = path
        self.columns = columns
        self.rowCount = rowCount
        self.stride = stride
        self.offsets = offsets
        self.lines = lines
        self.size = size
        self.hash = hash
    }
}
