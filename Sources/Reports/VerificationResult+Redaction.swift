package import Contract
package import HTTP

extension VerificationResult {
    /// The same result without secrets.
    ///
    /// They have to go before anything is quoted, escaped, encoded or cut, because all of that can
    /// hide one from a later search.
    package func redacted(by redactor: Redactor) -> VerificationResult {
        guard !redactor.isEmpty else { return self }
        var result = self
        result.contracts = contracts.map(redactor.redact)
        return result
    }
}

extension Redactor {
    fileprivate func redact(_ contract: ContractResult) -> ContractResult {
        var contract = contract
        contract.title = redact(contract.title)
        contract.version = contract.version.map(redact)
        contract.targets = contract.targets.map { target in
            ContractResult.Target(
                name: redact(target.name),
                url: redact(target.url),
                isReference: target.isReference
            )
        }
        contract.cases = contract.cases.map(redact)
        contract.promises = contract.promises.map(redact)
        contract.clientPromises = contract.clientPromises.map(redact)
        return contract
    }

    private func redact(_ promise: PromiseResult) -> PromiseResult {
        var promise = promise
        promise.id = redact(promise.id)
        promise.summary = promise.summary.map(redact)
        promise.doc = promise.doc.map(redact)
        promise.reason = promise.reason.map(redact)
        promise.cases = promise.cases.map(redact)
        return promise
    }

    private func redact(_ result: CaseResult) -> CaseResult {
        var result = result
        result.name = redact(result.name)
        result.tags = result.tags.map(redact)
        result.reason = result.reason.map(redact)
        result.provokes = result.provokes.map(redact)
        result.steps = result.steps.map(redact)
        return result
    }
}

// MARK: - Exchanges

extension Redactor {
    /// One step without secrets.
    func redact(_ step: StepResult) -> StepResult {
        var step = step
        step.label = redact(step.label)
        step.promises = step.promises.map(redact)
        step.headline = step.headline.map(redact)
        step.differences = step.differences.map(redact)
        step.exchanges = step.exchanges.map(redact)
        return step
    }

    private func redact(_ exchange: ExchangeRecord) -> ExchangeRecord {
        let answer: Result<HTTPResponse, TransportFailure> =
            switch exchange.answer {
            case .success(let response): .success(redact(response, to: exchange.request))
            case .failure(let failure):
                .failure(
                    TransportFailure(
                        kind: failure.kind,
                        detail: redact(failure.detail),
                        phases: failure.phases
                    )
                )
            }
        return ExchangeRecord(
            label: exchange.label.map(redact),
            request: redact(exchange.request),
            answer: answer,
            stringToSign: exchange.stringToSign.map(redact),
            startedAt: exchange.startedAt
        )
    }

    private func redact(_ difference: Difference) -> Difference {
        Difference(
            path: redact(difference.path),
            expected: redact(difference.expected),
            actual: redact(difference.actual),
            location: difference.location,
            basis: difference.basis
        )
    }

    private func redact(_ request: HTTPRequest) -> HTTPRequest {
        var shown = request.redacted(by: self)
        if let body = request.body { shown.body = redact(body, of: Subject(received: request)) }
        return shown
    }

    private func redact(_ response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
        var response = response
        response.body = redact(response.body, of: Subject(response, to: request))
        response.headers = redact(response.headers)
        return response
    }

    private func redact(_ headers: HTTPFields) -> HTTPFields {
        HTTPFields(
            headers.fields.map { field in
                HTTPFields.Field(name: redact(field.name), value: redact(field.value))
            }
        )
    }

    /// A compressed body that holds a secret is shown without its compression, and one that nobody
    /// can look into is left out.
    private func redact(_ body: [UInt8], of subject: Subject) -> [UInt8] {
        do {
            let content = try subject.content()
            let redacted = redact(content)
            return redacted == content ? body : redacted
        } catch {
            return Array("\(Redactor.mark) \(body.count) bytes that cannot be decoded".utf8)
        }
    }
}
