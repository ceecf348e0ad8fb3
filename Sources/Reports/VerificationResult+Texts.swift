import Contract

extension VerificationResult {
    /// The same result without secrets, for reports: they are taken out before anything is quoted,
    /// escaped or cut, because that could hide them from a later search.
    func redacted(by redactor: Redactor) -> VerificationResult {
        mapped { text in
            redactor.redact(text)
        } step: { step in
            step.request = step.request?.redacted(by: redactor)
            step.stringToSign = step.stringToSign.map(redactor.redact)
            if let body = step.response?.body { step.response?.body = redactor.redact(body) }
        }
    }

    /// The same result with every text on one line and without control characters.
    ///
    /// Bodies, requests and signed texts stay as they are: they are shown in ways of their own.
    var printable: VerificationResult { mapped(PrintableText.line) { _ in } }

    /// Passes every text through `transform`, and every step through `step` as well.
    private func mapped(
        _ transform: (String) -> String,
        step change: (inout StepResult) -> Void
    ) -> VerificationResult {
        var result = self
        for contract in result.contracts.indices {
            result.contracts[contract].title = transform(contracts[contract].title)
            result.contracts[contract].version = contracts[contract].version.map(transform)
            for index in result.contracts[contract].targets.indices {
                let url = result.contracts[contract].targets[index].url
                result.contracts[contract].targets[index].url = transform(url)
            }
            for index in result.contracts[contract].cases.indices {
                result.contracts[contract].cases[index].map(transform, step: change)
            }
            for index in result.contracts[contract].promises.indices {
                result.contracts[contract].promises[index].map(transform)
            }
        }
        return result
    }
}

extension PromiseResult {
    fileprivate mutating func map(_ transform: (String) -> String) {
        id = transform(id)
        summary = summary.map(transform)
        reason = reason.map(transform)
        cases = cases.map(transform)
    }
}

extension CaseResult {
    /// The same for one case.
    var printable: CaseResult {
        var result = self
        result.map(PrintableText.line) { _ in }
        return result
    }

    fileprivate mutating func map(
        _ transform: (String) -> String,
        step change: (inout StepResult) -> Void
    ) {
        name = transform(name)
        reason = reason.map(transform)
        for index in steps.indices {
            steps[index].map(transform)
            change(&steps[index])
        }
    }
}

extension StepResult {
    fileprivate mutating func map(_ transform: (String) -> String) {
        label = transform(label)
        headline = headline.map(transform)
        differences = differences.map { difference in
            Difference(
                path: transform(difference.path),
                expected: transform(difference.expected),
                actual: transform(difference.actual),
                location: difference.location,
                basis: difference.basis
            )
        }
        failure = failure.map { failure in
            TransportFailure(
                kind: failure.kind,
                detail: transform(failure.detail),
                phases: failure.phases
            )
        }
        if let fields = response?.headers.fields {
            response?.headers = HTTPFields(
                fields.map { field in
                    HTTPFields.Field(name: transform(field.name), value: transform(field.value))
                }
            )
        }
    }
}
