import Contract
package import ContractDiff
package import HTTP

extension ResponseComparisonResult {
    /// The result without secrets.
    package func redacted(by redactor: Redactor) -> ResponseComparisonResult {
        withoutSecrets(redactor)
    }
}

extension TextHolder {
    /// The texts without secrets.
    ///
    /// They must be removed before a text is quoted, escaped, encoded or cut, because each of these
    /// can hide one from a later search.
    func withoutSecrets(_ redactor: Redactor) -> Self {
        guard !redactor.isEmpty else { return self }
        return changed(by: TextChange(text: redactor.redact, exchange: redactor.redact))
    }
}

extension Redactor {
    /// The header fields of the response are left to the change of texts.
    fileprivate func redact(_ exchange: inout ExchangeRecord) {
        exchange.keepLengths()
        if case .success(var response) = exchange.result {
            response.body = redact(response.body, of: Subject(response, to: exchange.request))
            exchange.result = .success(response)
        }
        let request = exchange.request
        exchange.request = request.redacted(by: self)
        exchange.request.body = request.body.map { redact($0, of: Subject(received: request)) }
        if request.headers["Content-Encoding"] != nil {
            let body = exchange.request.body
            exchange.request.named?.body = body
        }
        exchange.stringToSign = exchange.stringToSign.map(redact)
    }

    /// A compressed body with a secret is shown decompressed, and one that cannot be decompressed
    /// is left out.
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
