import Contract
package import JSON

/// Writes contracts as an OpenAPI document of version 3.1.
package enum OpenAPIExport {
    /// The document, and remarks on what it cannot express.
    package struct Result: Hashable, Sendable {
        package let document: JSONValue
        /// One sentence each.
        package let remarks: [String]

        /// The document as text.
        ///
        /// - Parameter asYAML: Whether it is YAML rather than JSON.
        /// - Returns: The text, with a line break at its end.
        package func text(asYAML: Bool) -> String {
            asYAML ? YAMLWriter.text(of: document, tables: 4) : document.prettyText() + "\n"
        }
    }

    /// Makes the document.
    ///
    /// - Parameters:
    ///   - contracts: The contracts to write.
    ///   - seed: The only source of random values in examples.
    /// - Returns: The document; secrets are not in it.
    /// - Throws: When a template cannot be filled in.
    package static func document(
        of contracts: ContractSet,
        seed: UInt64
    ) throws(InterchangeError) -> Result {
        var writer = try OpenAPIWriter(contracts, seed: seed)
        return try writer.result()
    }
}
