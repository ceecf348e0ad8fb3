package import Contract
package import Trace

/// An inventory as it was read, with the tree that its text made.
package struct InventoryFile {
    package let inventory: Inventory
    /// What the contracts of the folder say of the document; `nil` when they do not have it.
    package let reference: DocumentReference?
    /// The text of the file.
    package let source: SourceText
    let root: YAMLNode
}

extension ContractLibrary {
    /// Reads an inventory of a document.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - contracts: Those of its folder, which have the promises that it may name.
    /// - Returns: What could be read, to be trusted only when `diagnostics` has no errors; `nil` when
    ///   there is too little of it.
    package func inventory(
        at path: String,
        beside contracts: [ContractDocument]
    ) -> InventoryFile? {
        let path = FilePath.normalized(path)
        // What a contract with errors promises is not known.
        let areKnown = contracts.allSatisfy { context(of: $0.file).isComplete }
        guard let (source, root, reader) = opened(path, of: "an inventory", InventoryKeys.self)
        else { return nil }
        if root["trace"] == nil, let other = root.entry("contract") ?? root.entry("profile") {
            diagnostics.error(
                "this is a \(other.key.text == "profile" ? "load profile" : "contract"); expected an "
                    + "inventory of a document",
                at: other.key,
                hint: "an inventory begins with trace: \"1\""
            )
            return nil
        }
        reader.checkVersion(\.trace)
        let folder = FilePath.folder(of: path)
        let directory = PromiseDirectory(contracts, folder: folder)
        let decoder = InventoryDecoder(
            file: path,
            diagnostics: diagnostics,
            directory: areKnown ? directory : nil
        )
        let inventory = decoder.inventory(reader)
        TwinCheck(file: path, root: root, session: session).run()
        return inventory.map { inventory in
            let reference = directory.documents[inventory.document.name]
            return InventoryFile(
                inventory: inventory,
                reference: reference,
                source: source,
                root: root
            )
        }
    }
}

extension InventoryFile {
    /// The node under a key of an entry.
    func node(_ key: String, of entry: InventoryEntry) -> YAMLNode? { node(of: entry)?[key] }

    /// The mapping of an entry.
    func node(of entry: InventoryEntry) -> YAMLNode? {
        switch entry.place {
        case .statement(let name): root["statements"]?[name]
        case .aside(let position): root["aside"]?.elements?[position]
        }
    }

    /// An error that underlines the lines of an entry.
    package func diagnostic(
        _ message: String,
        at entry: InventoryEntry,
        hint: String?
    ) -> Diagnostic {
        let node = node("lines", of: entry)
        return Diagnostic(
            message,
            at: node?.location ?? .whole(inventory.file),
            length: node?.length ?? 1,
            hint: hint
        )
    }
}
