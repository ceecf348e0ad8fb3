import JSON

/// Imports Hurl files as a contract.
package enum HurlImport {
    /// Makes the contract: a case of each file, a step of each of its requests.
    ///
    /// - Parameters:
    ///   - files: Their names, as messages and cases have them, and their bytes.
    ///   - name: The name of the whole, for `docs` and its title.
    ///   - sent: Finds the files that requests send.
    /// - Returns: The contract, which can be loaded as it is.
    /// - Throws: The first error in a file.
    package static func contract(
        from files: [(name: String, bytes: [UInt8])],
        name: String,
        sending sent: ForeignFiles = .none
    ) throws(InterchangeError) -> ImportedContract {
        var transfer = HurlTransfer()
        transfer.files = sent
        var contract = ForeignContract(format: "hurl", file: name, title: "Requests of \(name)")
        var parsed: [(file: String, entries: [HurlEntry])] = []
        for file in files {
            var reader = HurlReader(file.bytes, file: file.name)
            do throws(InterchangeError) {
                parsed.append((file.name, try reader.entries()))
            } catch {
                guard files.count > 1 else { throw error }
                contract.remarks.append(
                    transfer.ledger.note(
                        "the file: expected \(error.expected), got \(error.found)",
                        at: error.place,
                        of: file.name
                    )
                )
            }
        }
        for file in parsed { transfer.prepare(file.entries) }
        var names = UniqueNames()
        for (file, entries) in parsed {
            let base = file.hasSuffix(".hurl") ? String(file.dropLast(5)) : file
            contract.journeys.append(
                try transfer.journey(
                    entries,
                    file: file,
                    name: names.unique(DraftName.identifier(base))
                )
            )
        }
        contract.variables = transfer.variables
        contract.namespaces = transfer.usedNamespaces
        contract.losses = transfer.ledger.losses
        return try contract.imported()
    }
}
