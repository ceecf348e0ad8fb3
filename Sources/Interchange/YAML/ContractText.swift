package import JSON

/// Parts of a contract in the form that people write.
package enum ContractText {
    /// An entry of a table: its name, and its content on lines of its own.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - value: Its content.
    /// - Returns: Lines without indentation, with a line break at the end.
    package static func entry(_ name: String, _ value: JSONValue) -> String {
        var object = JSONObject()
        object[name] = value
        return YAMLWriter.text(of: .object(object), tables: 2)
    }
}
