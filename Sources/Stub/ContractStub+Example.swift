import Contract
package import HTTP

extension ContractStub {
    /// A valid request to the stub at `origin`: of the first operation whose values are all known, signed for its
    /// security scheme; `nil` for none.
    package func example(at origin: String) -> HTTPRequest? {
        for operation in contract.operations {
            for variant in operation.variants {
                do {
                    return try example(variant.request, at: origin)
                } catch {
                    // It needs a value that only a case knows; another operation may need none.
                    continue
                }
            }
        }
        return nil
    }

    private func example(
        _ template: RequestTemplate,
        at origin: String
    ) throws(TemplateError) -> HTTPRequest {
        var evaluator = evaluator
        let scheme = template.constant("security").flatMap { contract.securitySchemes[$0] }
        let target = contract.targets.target(of: template)
        let preparation = RequestPreparation(
            encoder: RequestEncoder(
                origin: origin,
                prefix: "",
                basePath: try target?.basePath.map { (path) throws(TemplateError) in
                    try evaluator.text(of: path)
                } ?? "",
                encodings: contract.encodings,
                attachments: contract.attachments
            ),
            scheme: scheme,
            // Any token is accepted.
            accessToken: scheme?.token.map { _ in "token" }
        )
        return try preparation.prepared(contract.targets.complete(template), using: &evaluator)
            .request
    }
}
