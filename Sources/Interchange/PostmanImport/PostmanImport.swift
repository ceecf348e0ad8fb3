package import JSON

/// Imports a Postman collection, version 2.1, 2.0 or 3, as a contract.
package enum PostmanImport {
    /// Makes the contract: a step of each request, a case of each folder whose requests use captures of earlier ones,
    /// and of every other request.
    ///
    /// - Parameters:
    ///   - collection: The whole document.
    ///   - file: Its name, for `docs` and for messages.
    ///   - environment: An exported environment, whose values go before those of the collection, and
    ///     the name of its file.
    ///   - sent: Finds the files that requests send.
    /// - Returns: The contract, which can be loaded as it is.
    /// - Throws: The first error in the collection.
    package static func contract(
        from collection: JSONValue,
        file: String,
        environment: (file: String, value: JSONValue)? = nil,
        sending sent: ForeignFiles = .none
    ) throws(InterchangeError) -> ImportedContract {
        let whole = ReadValue(collection)
        // The form of Postman's own API.
        let root = collection["info"] == nil ? whole["collection"] ?? whole : whole
        let items = try items(of: root, file)
        var transfer = PostmanTransfer(file: file)
        transfer.files = sent
        if let environment {
            transfer.addEnvironment(ReadValue(environment.value), of: environment.file)
        }
        transfer.addVariables(of: root)
        try transfer.visit(root, items)
        transfer.noteUnread(of: whole)
        return try transfer.contract.imported(orElse: transfer.refusal)
    }

    /// Makes the contract of a collection of version 3: a folder with a file for each request.
    ///
    /// - Parameters:
    ///   - documents: All its files, by their paths from the folder on.
    ///   - name: The name of the folder.
    ///   - environment: As above.
    ///   - sent: As above.
    /// - Returns: The contract, which can be loaded as it is.
    /// - Throws: When it contains no request.
    package static func contract(
        from documents: [ForeignDocument],
        name: String,
        environment: (file: String, value: JSONValue)? = nil,
        sending sent: ForeignFiles = .none
    ) throws(InterchangeError) -> ImportedContract {
        var folder = PostmanFolder(documents)
        let collection = folder.collection(named: name)
        let whole = ReadValue(collection)
        var transfer = PostmanTransfer(file: name)
        transfer.files = sent
        transfer.folder = folder
        for (file, reason) in folder.leftOut {
            transfer.remarks.append(transfer.ledger.note(reason, at: .whole, of: file))
        }
        if let environment {
            transfer.addEnvironment(ReadValue(environment.value), of: environment.file)
        }
        transfer.addVariables(of: whole)
        try transfer.visit(whole, try items(of: whole, name))
        transfer.noteUnread(of: whole)
        return try transfer.contract.imported(orElse: transfer.refusal)
    }

    private static func items(
        of root: ReadValue,
        _ file: String
    ) throws(InterchangeError) -> ReadValue {
        let schema = root["info"]?["schema"]?.text
        if let schema, !schema.contains("/v2.") {
            throw InterchangeError(
                file: file,
                place: .pointer(JSONPointer(tokens: ["info", "schema"])),
                expected: "a collection of version 2.1 or 2.0",
                found: "\"\(schema)\"",
                hint: "export it from Postman as \"Collection v2.1\""
            )
        }
        if root.value["requests"] != nil, root.value["item"] == nil {
            throw InterchangeError(
                file: file,
                place: .pointer(JSONPointer(tokens: ["requests"])),
                expected: "a collection of version 2.1 or 2.0",
                found: "one of version 1",
                hint: "export it from Postman as \"Collection v2.1\""
            )
        }
        guard let items = root["item"], items.value.arrayValue != nil else {
            throw InterchangeError(
                file: file,
                place: .pointer(JSONPointer(tokens: ["item"])),
                expected: "the list of requests and folders of a Postman collection",
                found: root.value["item"]?.text(maximumLength: 40) ?? "nothing"
            )
        }
        return items
    }
}
