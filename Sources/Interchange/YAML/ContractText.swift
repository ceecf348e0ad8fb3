package import JSON

/// Parts of a contract as people write them.
package enum ContractText {
    /// An entry of a table: its name, and what it holds in lines of their own.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - value: What stands under it.
    /// - Returns: Lines without indentation, with a line break at the end.
    package static func entry(_ name: String, _ value: JSONValue) -> String {
        var object = JSONObject()
        object[name] = value
        return YAMLWriter.text(of: .object(object), tables: 2)
    }
}
