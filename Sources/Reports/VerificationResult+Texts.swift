import Contract
import HTTP

extension VerificationResult {
    /// The same result with every text on one line and without control characters.
    ///
    /// Bodies, requests and signed texts stay as they are: they are shown in ways of their own.
    var printable: VerificationResult {
        let transform: (String) -> String = { PrintableText.line($0) }
        var result = self
        for contract in result.contracts.indices {
            result.contracts[contract].title = transform(contracts[contract].title)
            result.contracts[contract].version = contracts[contract].version.map(transform)
            for index in result.contracts[contract].targets.indices {
                let url = result.contracts[contract].targets[index].url
                result.contracts[contract].targets[index].url = transform(url)
            }
            for index in result.contracts[contract].cases.indices {
                result.contracts[contract].cases[index].map(transform)
            }
            for index in result.contracts[contract].promises.indices {
                result.contracts[contract].promises[index].map(transform)
            }
            for index in result.contracts[contract].clientPromises.indices {
                result.contracts[contract].clientPromises[index].map(transform)
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
        result.map { PrintableText.line($0) }
        return result
    }

    fileprivate mutating func map(_ transform: (String) -> String) {
        name = transform(name)
        reason = reason.map(transform)
        for index in steps.indices { steps[index].map(transform) }
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
        for index in exchanges.indices { exchanges[index].map(transform) }
    }
}

extension ExchangeRecord {
    fileprivate mutating func map(_ transform: (String) -> String) {
        label = label.map(transform)
        switch answer {
        case .success(var response):
            response.headers = HTTPFields(
                response.headers.fields.map { field in
                    HTTPFields.Field(name: transform(field.name), value: transform(field.value))
                }
            )
            answer = .success(response)
        case .failure(let failure):
            answer = .failure(
                TransportFailure(
                    kind: failure.kind,
                    detail: transform(failure.detail),
                    phases: failure.phases
                )
            )
        }
    }
}
