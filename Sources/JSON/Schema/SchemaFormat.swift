/// A value of `format` that can be checked.
enum SchemaFormat: String, Hashable, Sendable {
    case jsonPointer = "json-pointer"

    /// How messages name it.
    var phrase: String { "JSON Pointer" }

    func matches(_ text: String) -> Bool {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return false }
        return text.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
            .dropFirst()
            .allSatisfy { $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1") }
    }
}
