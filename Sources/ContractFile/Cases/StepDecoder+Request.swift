import Contract
import HTTP
import JSON

extension StepDecoder {
    /// The request with the step's sections and edits, and what the target adds.
    func request(_ reader: KeyReader<ChangeKeys>, _ base: StepBase) -> RequestTemplate {
        var request = base.request
        let sections = requests.sections(reader)
        replace(sections, in: &request)
        if sections.contains(where: { $0.name == "path" || $0.name == "params" }) {
            requests.checkParameters(of: request, reader.node)
            requests.warnOfDoubledBase(in: request, at: reader.node["path"])
        }
        addTargetFields(to: &request)
        let type = addContentType(to: &request)
        let edits = requests.edits(
            set: reader.value(\.list, "set"),
            unset: reader.value(\.list, "unset")
        )
        guard base.isKnown else { return request }
        for edit in edits {
            do {
                try request.apply(edit)
            } catch {
                diagnostics.report(
                    Diagnostic(error.reason, at: error.location ?? reader.node.location)
                )
            }
        }
        if let type { adjustContentType(type, of: &request) }
        return request
    }

    private func replace(
        _ sections: [TemplateValue.Member],
        in request: inout RequestTemplate
    ) {
        for section in sections {
            if section.name == "headers", let headers = section.value.members {
                request.addHeaders(headers, replacing: true)
            } else {
                request.replace(section.name, with: section.value)
            }
        }
    }

    /// The fields of the target, unless the request overrides them.
    private func addTargetFields(to request: inout RequestTemplate) {
        let targets = context.contract.targets
        let name = request.constant("target")
        if let target = targets.first(where: { $0.name == name }) ?? targets.first {
            request.addHeaders(target.headers, replacing: false)
        }
    }

    /// Adds the default media type of the body, so that edits find it;
    /// returns what was added.
    private func addContentType(to request: inout RequestTemplate) -> String? {
        guard let type = request.defaultContentType, Self.contentType(of: request) == nil else {
            return nil
        }
        let value = TemplateValue.constant(.string(type))
        request.addHeaders([.init(name: "Content-Type", value: value)], replacing: false)
        return type
    }

    /// An edit may have put another body in; the type that was added changes with it.
    private func adjustContentType(_ type: String, of request: inout RequestTemplate) {
        guard let field = Self.contentType(of: request),
            field.value.constantValue?.stringValue == type, request.defaultContentType != type
        else { return }
        let others = (request["headers"]?.members ?? []).filter { $0.name != field.name }
        request.replace("headers", with: .object(others))
        _ = addContentType(to: &request)
    }

    private static func contentType(of request: RequestTemplate) -> TemplateValue.Member? {
        request["headers"]?.members?.first { HTTPFields.areSame($0.name, "Content-Type") }
    }
}
