extension ResponseJudge {
    /// The lines with a promise's requirements beyond its operation's success.
    ///
    /// - Parameters:
    ///   - id: A promise of the step.
    ///   - expected: The expectation of the step.
    /// - Returns: The promise's own lines and those of the step; `nil` when it requires only success.
    package func ownLines(of id: String, _ expected: ExpectedOutcome) -> Set<SourceLocation>? {
        if index.operations[id] != nil || index.calls[id] != nil { return nil }
        let promise = index.promises[id] ?? index.callPromises[id]
        if promise?.isAcceptedOnly == true { return nil }
        var lines: Set<SourceLocation> = []
        for expectation in [promise?.expectation, expected.expectation].compactMap(\.self) {
            lines.formUnion(expectation.lines)
        }
        let errors = [
            promise?.error, promise?.expectation?.error, expected.expectation?.error,
        ].compactMap(\.self)
        for error in errors {
            lines.insert(error.location)
            for entry in [index.errors[error.id]?.location, index.clientErrors[error.id]?.location]
            {
                entry.map { _ = lines.insert($0) }
            }
        }
        if promise?.error != nil { promise.map { _ = lines.insert($0.location) } }
        if let entry = index.catalogueEntry(id)?.location ?? index.clientError(id)?.location {
            lines.insert(entry)
        }
        return lines
    }
}

extension ExpectationTemplate {
    /// Every line with a requirement.
    fileprivate var lines: Set<SourceLocation> {
        var lines: Set<SourceLocation> = [location]
        let parts = [
            status?.location, requests?.location, schema?.location, error?.location,
        ]
        lines.formUnion(parts.compactMap(\.self))
        lines.formUnion(examples.map(\.location))
        lines.formUnion(asserts.map(\.location))
        return lines
    }
}
