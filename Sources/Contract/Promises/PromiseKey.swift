/// A row of one file's tables; contracts without common tables can use the same names.
package struct PromiseKey: Hashable, Sendable {
    /// The file that defines the row, not one that uses it.
    package let file: String
    /// As in `covers`: `createPush`, `createPush/both-times`, `errors/E404002`, `client/NAME`.
    package let id: String

    package init(file: String, id: String) {
        self.file = file
        self.id = id
    }
}

extension ContractIndex {
    /// The rows that a case covering these is evidence for, without duplicates.
    ///
    /// A trigger of an error is also evidence for that error's row of the catalogue.
    ///
    /// - Parameter ids: Identifiers of promises; unknown ones are ignored.
    /// - Returns: Their rows in that order, then those of the catalogues.
    package func keys(_ ids: [String]) -> [PromiseKey] {
        let rows = ids.compactMap { id in
            promises[id]?.error.map { Self.cataloguePrefix + $0.id }
                ?? callPromises[id]?.error.map { Self.clientPrefix + $0.id }
        }
        var seen: Set<PromiseKey> = []
        return (ids + rows).compactMap { id in
            location(of: id).map { PromiseKey(file: $0.file, id: id) }
        }.filter { seen.insert($0).inserted }
    }

    /// The place of the row with this identifier; `nil` for an unknown one.
    private func location(of id: String) -> SourceLocation? {
        promises[id]?.location ?? operations[id]?.location ?? catalogueEntry(id)?.location
            ?? callPromises[id]?.location ?? calls[id]?.location ?? clientError(id)?.location
    }
}
