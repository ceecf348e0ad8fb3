import Contract

/// Promises that a list gives by the names of errors: `errors: [E403002]`.
struct ListedPromises {
    let context: DecodingContext
    /// The operation or the call that promises.
    let owner: String

    /// One promise for each error, named like it, with the catalogue's word for the rest.
    ///
    /// - Parameters:
    ///   - elements: The names of the errors.
    ///   - named: The promises that the owner has besides; none may have the name of an error.
    ///   - row: What the catalogue says of an error, and in which words.
    /// - Returns: The promises, without those whose error is unknown.
    func promises(
        _ elements: [YAMLNode],
        besides named: [Promise],
        row: (String) -> (facts: PromiseFacts, summary: String?)?
    ) -> [Promise] {
        var names = Set(named.map(\.name))
        let expectations = ExpectationDecoder(context: context)
        return elements.compactMap { element in
            guard let reference = expectations.error(element, atLeast: .documented) else {
                return nil
            }
            if !names.insert(reference.id).inserted {
                let name = Excerpt.quoted(reference.id)
                context.diagnostics.error(
                    "\(name) is a promise of \(Excerpt.quoted(owner)) already",
                    at: element
                )
            }
            return promise(reference, row(reference.id))
        }
    }

    private func promise(
        _ reference: ErrorReference,
        _ row: (facts: PromiseFacts, summary: String?)?
    ) -> Promise {
        let basis = max(reference.basis, row?.facts.basis ?? .documented)
        return Promise(
            PromiseFacts(
                id: "\(owner)/\(reference.id)",
                location: reference.location,
                doc: row?.facts.doc,
                summary: row?.summary,
                basis: basis,
                waiver: row?.facts.waiver,
                untestable: row?.facts.untestable,
                noDefect: row?.facts.noDefect
            ),
            name: reference.id,
            error: ErrorReference(
                id: reference.id,
                basis: basis,
                message: nil,
                location: reference.location
            ),
            expectation: nil
        )
    }
}
