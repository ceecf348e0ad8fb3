extension JSONValue {
    /// How deep `init(parsing:)` lets containers be nested by default.
    package static let defaultMaximumDepth = 512

    /// Reads one JSON text (RFC 8259) and repairs nothing.
    ///
    /// Every number is exact; one whose exponent has more than 18 digits is refused. Takes time linear in the number of bytes.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 without a byte order mark.
    ///   - duplicates: What to do about a second member with the name of an earlier one.
    ///   - maximumDepth: How deep arrays and objects may be nested. Comparing, writing and
    ///     releasing a value takes stack in proportion, so 2,000 is the most that can be asked.
    ///   - maximumSize: About how many bytes the value may take in memory: five to ten times those of usual
    ///     text, up to 36 times those of text made to be large.
    /// - Throws: The first fault, with its place in the bytes.
    package init(
        parsing bytes: some Collection<UInt8>,
        duplicates: DuplicateNames = .refused,
        maximumDepth: Int = defaultMaximumDepth,
        maximumSize: Int = .max
    ) throws(JSONTextError) {
        precondition((1...2_000).contains(maximumDepth), "maximumDepth \(maximumDepth)")
        var reader = JSONReader(
            bytes: Array(bytes),
            duplicates: duplicates,
            maximumDepth: maximumDepth,
            maximumSize: maximumSize
        )
        self = try reader.readText()
    }

    /// Reads one JSON text, as from its UTF-8 bytes.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - duplicates: What to do about a second member with the name of an earlier one.
    ///   - maximumDepth: How deep arrays and objects may be nested, up to 2,000.
    ///   - maximumSize: About how many bytes the value may take in memory.
    /// - Throws: The first fault, with its place in the UTF-8 bytes.
    package init(
        parsing text: String,
        duplicates: DuplicateNames = .refused,
        maximumDepth: Int = defaultMaximumDepth,
        maximumSize: Int = .max
    ) throws(JSONTextError) {
        try self.init(
            parsing: text.utf8,
            duplicates: duplicates,
            maximumDepth: maximumDepth,
            maximumSize: maximumSize
        )
    }
}
