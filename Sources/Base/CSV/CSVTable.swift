/// A CSV file that was gone through once: how many rows it has, and where to begin reading.
///
/// It takes the same memory for a thousand rows as for a thousand million.
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
    /// The line on which each of `offsets` lies, counted from one.
    package let lines: [Int]
    /// How long the file is, in bytes.
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
