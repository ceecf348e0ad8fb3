import Contract
import JSON

/// Reads the steps of a case, of a file's set-up or of its teardown.
struct StepDecoder {
    /// What a step is there for.
    enum Role {
        /// To bring promises about.
        case step
        /// To prepare or to clean up.
        case hook
    }

    let context: LoadingContext
    let role: Role
    /// The row of operations that have rows, when a call does not name one.
    var operationRow: String?
    /// How sure the case is of what it expects beyond its promises.
    var basis: Basis?

    private var diagnostics: Diagnostics { context.diagnostics }
    private var requests: RequestDecoder { RequestDecoder(context: context) }
    private var expectations: ExpectationDecoder { ExpectationDecoder(context: context) }

    /// A list of steps; the last one brings about the promises of the case.
    func steps(_ node: YAMLNode?, provokes: [String] = []) -> [Step] {
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
        return (node.elements ?? [node]).compactMap { element in
            guard let id = element.text, !element.isNull else {
                diagnostics.mismatch("a promise such as createPush/NAME", at: element)
                return nil
            }
            if context.index.hasPromise(id) { return id }
            report(id, at: element)
            return nil
        }
    }

    private func report(_ id: String, at node: YAMLNode) {
        if id.hasPrefix(CaseExpansion.everyOperation) {
            diagnostics.error(
                "\(Excerpt.quoted(id)) stands alone, as \"provokes\" of a case",
                at: node
            )
            return
        }
        if context.callNames.contains(String(id.prefix { $0 != "/" })) { return }
        let index = context.index
        let known =
            Array(index.promises.keys) + Array(index.operations.keys)
            + index.errors.keys.map { ContractIndex.cataloguePrefix + $0 }
        context.reportUnknown("promise", id, among: known.sorted(), at: node)
    }
}

// MARK: - One step

extension StepDecoder {
    /// Keys of later versions.
    private func refuseUnsupported(_ reader: MappingReader) {
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
    }

    private func step(_ node: YAMLNode, provokes: [String]) -> Step? {
        guard let reader = MappingReader(node, of: "a step", diagnostics) else { return nil }
        defer { reader.finish() }
        refuseUnsupported(reader)
        let base = StepBase(reader, context, operationRow)
        return step(reader, base, request(reader, base), provokes)
    }

    private func step(
        _ reader: MappingReader,
        _ base: StepBase,
        _ request: RequestTemplate,
        _ provokes: [String]
    ) -> Step {
        let own = ownPromises(reader)
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

    private func ownPromises(_ reader: MappingReader) -> [String] {
        guard let entry = reader.entry("provokes") else { return [] }
        if role == .hook {
            diagnostics.error(
                "set-up and teardown provoke nothing: only \"steps\" are judged",
                at: entry.key
            )
            return []
        }
        return promises(entry.value)
    }

    /// Reads `captures: { id: { jsonpath: "$.objectId" } }`.
    private func captures(_ node: YAMLNode?) -> [Capture] {
        (node?.decoded(as: .entries(of: .mapping), diagnostics) ?? []).compactMap { entry in
            context.reserve(entry.name, at: entry.key)
            guard let reader = MappingReader(entry.value, of: "a capture", diagnostics) else {
                return nil
            }
            defer { reader.finish() }
            let filters = expectations.filters(reader.optional("filters"))
            // A capture that cannot be read defines its name all the same.
            let query = expectations.query(reader) ?? .ready(.body)
            return Capture(
                name: entry.name,
                query: query,
                filters: filters,
                location: entry.key.location
            )
        }
    }

    private func polling(_ node: YAMLNode?) -> Polling? {
        guard let node, let reader = MappingReader(node, of: "\"eventually\"", diagnostics) else {
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

// MARK: - The request of a step

extension StepDecoder {
    /// The request with the step's sections and edits, and what the target adds.
    private func request(_ reader: MappingReader, _ base: StepBase) -> RequestTemplate {
        var request = base.request
        let sections = requests.sections(reader)
        replace(sections, in: &request)
        if sections.contains(where: { $0.name == "path" || $0.name == "params" }) {
            requests.checkParameters(of: request, reader)
        }
        addTargetFields(to: &request)
        let type = addContentType(to: &request)
        let edits = requests.edits(reader)
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

    /// The fields of the target, where nobody has said otherwise.
    private func addTargetFields(to request: inout RequestTemplate) {
        let targets = context.contract.targets
        let name = request.constant("target")
        if let target = targets.first(where: { $0.name == name }) ?? targets.first {
            request.addHeaders(target.headers, replacing: false)
        }
    }

    /// Adds the media type of the body where nobody has said otherwise, so that edits find it;
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
