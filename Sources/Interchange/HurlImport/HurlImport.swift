import JSON

/// Imports Hurl files as a contract.
package enum HurlImport {
    /// Makes the contract: a case of each file, a step of each of its requests.
    ///
    /// - Parameters:
    ///   - files: Their names, as messages and cases have them, and their bytes.
    ///   - name: The name of the whole, for `docs` and its title.
    /// - Returns: The contract, which can be loaded as it is.
    /// - Throws: The first error in a file.
    package static func contract(
        from files: [(name: String, bytes: [UInt8])],
        name: String
    ) throws(InterchangeError) -> ImportedContract {
        var transfer = HurlTransfer()
        var contract = ForeignContract(format: "hurl", file: name, title: "Requests of \(name)")
        var names = UniqueNames()
        for file in files {
            var reader = HurlReader(file.bytes, file: file.name)
            let entries: [HurlEntry]
            do throws(InterchangeError) {
                entries = try reader.entries()
            } catch {
                guard files.count > 1 else { throw error }
                contract.remarks.append(
                    transfer.ledger.note(
                        "the file: expected \(error.expected), got \(error.found)",
                        at: error.place,
                        of: file.name
                    )
                )
                continue
            }
            let base = file.name.hasSuffix(".hurl") ? String(file.name.dropLast(5)) : file.name
            contract.journeys.append(
                try transfer.journey(
                    entries,
                    file: file.name,
                    name: names.unique(DraftName.identifier(base))
                )
            )
        }
        contract.variables = transfer.needed.map { ForeignContract.Variable(name: $0) }
        contract.losses = transfer.ledger.losses
        return try contract.imported()
    }
}
