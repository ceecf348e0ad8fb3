package import JSON

/// Imports a Pact file, version 2, 3 or 4, as a contract.
package enum PactImport {
    /// Makes the contract: a case of each interaction over HTTP.
    ///
    /// - Parameters:
    ///   - pact: The whole document.
    ///   - file: Its name, for `docs` and for messages.
    /// - Returns: The contract, which can be loaded as it is.
    /// - Throws: The first error in the file.
    package static func contract(
        from pact: JSONValue,
        file: String
    ) throws(InterchangeError) -> ImportedContract {
        let root = ReadValue(pact)
        try checkVersion(of: root, file)
        guard let interactions = root["interactions"], interactions.value.arrayValue != nil else {
            throw InterchangeError(
                file: file,
                place: .pointer(JSONPointer(tokens: ["interactions"])),
                expected: "the list of interactions of a Pact file",
                found: pact["messages"] == nil
                    ? pact["interactions"]?.text(maximumLength: 40) ?? "nothing"
                    : "messages only, which no request brings about"
            )
        }
        var transfer = PactTransfer(file: file)
        for interaction in interactions.elements { try transfer.add(interaction) }
        return try transfer.contract(root).imported()
    }

    private static func checkVersion(
        of root: ReadValue,
        _ file: String
    ) throws(InterchangeError) {
        let metadata = root["metadata"]
        for name in ["pactSpecification", "pact-specification"] {
            guard let version = metadata?[name]?["version"], let text = version.scalarText else {
                continue
            }
            guard ["1", "2", "3", "4"].contains(String(text.prefix { $0 != "." })) else {
                throw InterchangeError(
                    file: file,
                    place: .pointer(version.pointer),
                    expected: "a Pact file of version 2, 3 or 4",
                    found: "version \(text)"
                )
            }
        }
    }
}
