import Contract
package import HTTP

extension ContractStub {
    /// A request as a client sends it to the stub that it finds at `origin`: that of the first operation
    /// whose values are all known, signed as its security scheme has it; `nil` when there is none.
    package func example(at origin: String) -> HTTPRequest? {
        for operation in contract.operations {
            for variant in operation.variants {
                do {
                    return try example(variant.request, at: origin)
                } catch {
                    // What only a case knows; another operation may do without.
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
            // Nobody asks whether it is the right one.
            accessToken: scheme?.token.map { _ in "token" }
        )
        return try preparation.prepared(contract.targets.complete(template), using: &evaluator)
            .request
    }
}
