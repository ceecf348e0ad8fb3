import Contract
import JSON

/// Reads the steps of a case, of a file's set-up or of its teardown.
struct StepDecoder {
    let context: LoadingContext
    /// The row of operations that have rows, when a call does not name one.
    var operationRow: String?
    /// How sure the case is of what it expects beyond its promises.
    var basis: Basis?

    private var diagnostics: Diagnostics { context.diagnostics }
    private var requests: RequestDecoder { RequestDecoder(context: context) }
    private var expectations: ExpectationDecoder { ExpectationDecoder(context: context) }

    /// A list of steps; the last one brings about the promises of the case.
    func steps(_ node: YAMLNode?, provokes: [String]) -> [Step] {
        guard let node else { return [] }
        guard let elements = node.elements else {
            diagnostics.mismatch("a list of steps", at: node)
            return []
        }
        return elements.enumerated().compactMap { position, element in
            step(element, provokes: position == elements.count - 1 ? provokes : [])
        }
    }

    /// `provokes`: one identifier or a list; all of them must be promises of the contract.
    func promises(_ node: YAMLNode?) -> [String] {
        guard let node else { return [] }
        let index = ContractIndex(context.contract)
        return (node.elements ?? [node]).compactMap { element in
            guard let id = element.text else {
                diagnostics.mismatch("a promise such as createPush/NAME", at: element)
                return nil
            }
            guard index.hasPromise(id) else {
                let known =
                    Array(index.promises.keys) + Array(index.operations.keys)
                    + index.errors.keys.map { ContractIndex.cataloguePrefix + $0 }
                context.reportUnknown("promise", id, among: known.sorted(), at: element)
                return nil
            }
            return id
        }
    }

    private func step(_ node: YAMLNode, provokes: [String]) -> Step? {
        guard let reader = MappingReader(node, of: "a step", diagnostics) else { return nil }
        defer { reader.finish() }
        reader.unsupported(
            "as",
            "arguments",
            "fault",
            "background",
            "join",
            "received",
            "where",
            "within",
            "count"
        )
        guard let base = base(reader) else {
            _ = reader.present(of: Self.keys + RequestTemplate.sections)
            return nil
        }
        var request = base.request
        if let security = reader.entries.first(where: { $0.key.text == "security" }),
            security.value.isNull
        {
            diagnostics.error("write \"security: none\" for no security", at: security.value)
        }
        replace(requests.sections(reader), in: &request)
        addTargetFields(to: &request)
        for edit in requests.edits(reader) {
            do {
                try request.apply(edit)
            } catch {
                report(error)
            }
        }
        return step(reader, base, request, provokes)
    }

    private static let keys = [
        "set", "unset", "tamper", "let", "expect", "provokes", "captures", "eventually", "repeat",
        "delay", "timeout", "name",
    ]

    private func step(
        _ reader: MappingReader,
        _ base: (label: String, operation: String?, request: RequestTemplate),
        _ request: RequestTemplate,
        _ provokes: [String]
    ) -> Step {
        let own = promises(reader.optional("provokes"))
        return Step(
            label: reader.optional("name", as: .string) ?? base.label,
            location: reader.node.location,
            operation: base.operation,
            request: request,
            tamper: requests.tamper(reader.optional("tamper")),
            bindings: TableDecoder(context: context).bindings(reader.optional("let")),
            provokes: own + provokes.filter { !own.contains($0) },
            expectation: reader.optional("expect").map {
                expectations.expectation($0, basis: basis ?? .documented)
            },
            captures: captures(reader.optional("captures")),
            polling: polling(reader.optional("eventually")),
            repetitions: reader.optional("repeat", as: .integer(in: 1...100_000), default: 1),
            delay: reader.optional("delay", as: .duration, default: .zero),
            timeout: reader.optional("timeout", as: .duration)
        )
    }

    private func base(
        _ reader: MappingReader
    ) -> (label: String, operation: String?, request: RequestTemplate)? {
        guard let entry = reader.exactlyOne(of: ["call", "request"]) else { return nil }
        if entry.key.text == "request" {
            let request = requests.request(entry.value)
            let method = request.constant("method") ?? "GET"
            let path = entry.value["path"]?.text ?? entry.value["url"]?.text ?? ""
            return ("\(method) \(path)", nil, request)
        }
        guard let name = entry.value.decoded(as: .string, diagnostics) else { return nil }
        let parts = name.split(separator: "[", maxSplits: 1)
        let id = parts.first.map(String.init) ?? name
        let label = parts.count > 1 ? String(parts[1].dropLast()) : operationRow
        guard let operation = context.contract.operations.first(where: { $0.id == id }) else {
            let known = context.contract.operations.map(\.id)
            context.reportUnknown("operation", id, among: known, at: entry.value)
            return nil
        }
        let isPlain = operation.variants.allSatisfy { $0.label == nil }
        guard let variant = operation.variants.first(where: { isPlain || $0.label == label }) else {
            let known = operation.variants.compactMap(\.label)
            context.reportUnknown("row of \(id)", label ?? "", among: known, at: entry.value)
            return nil
        }
        return (name, id, variant.request)
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

    /// The fields of the target, and the media type of the body, where nobody has said otherwise.
    private func addTargetFields(to request: inout RequestTemplate) {
        let targets = context.contract.targets
        let name = request.constant("target")
        if let target = targets.first(where: { $0.name == name }) ?? targets.first {
            request.addHeaders(target.headers, replacing: false)
        }
        if let type = request.defaultContentType {
            let field = TemplateValue.Member(
                name: "Content-Type",
                value: .constant(.string(type))
            )
            request.addHeaders([field], replacing: false)
        }
    }

    private func report(_ error: TemplateError) {
        let place = error.location ?? SourceLocation(file: context.file, line: 1, column: 1)
        diagnostics.report(Diagnostic(error.reason, at: place))
    }

    /// Reads `captures: { id: { jsonpath: "$.objectId" } }`.
    private func captures(_ node: YAMLNode?) -> [Capture] {
        guard let node else { return [] }
        return (node.decoded(as: .entries(of: .mapping), diagnostics) ?? []).compactMap { entry in
            guard let reader = MappingReader(entry.value, of: "a capture", diagnostics) else {
                return nil
            }
            defer { reader.finish() }
            guard let query = expectations.query(reader) else { return nil }
            return Capture(
                name: entry.name,
                query: query,
                filters: expectations.filters(reader.optional("filters")),
                location: entry.key.location
            )
        }
    }

    private func polling(_ node: YAMLNode?) -> Polling? {
        guard let node, let reader = MappingReader(node, of: "eventually", diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        return Polling(
            within: reader.required("within", as: .duration) ?? .seconds(10),
            every: reader.optional("every", as: .duration, default: .milliseconds(100)),
            unless: reader.optional("unless").flatMap { expectations.assertion($0) }
        )
    }
}
