/// A row of one file's tables; contracts that share no tables may use the same names.
package struct PromiseKey: Hashable, Sendable {
    /// The file that defines the row, and not one that uses it.
    package let file: String
    /// As in `covers`: `createPush`, `createPush/both-times`, `errors/E404002`, `client/NAME`.
    package let id: String

    package init(file: String, id: String) {
        self.file = file
        self.id = id
    }
}

extension ContractIndex {
    /// The rows that a case is evidence for which covers these, each once.
    ///
    /// A trigger of an error is evidence for the catalogue's row of that error too.
    ///
    /// - Parameter ids: Identifiers of promises; unknown ones lead to nothing.
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

    /// Where the row with this identifier stands; `nil` for one that is not there.
    private func location(of id: String) -> SourceLocation? {
        promises[id]?.location ?? operations[id]?.location ?? catalogueEntry(id)?.location
            ?? callPromises[id]?.location ?? calls[id]?.location ?? clientError(id)?.location
    }
}
