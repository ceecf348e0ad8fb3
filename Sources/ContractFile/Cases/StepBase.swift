import Contract

/// What a step starts from: the operation it calls, or a request of its own.
struct StepBase {
    /// For people: the operation, or method and path.
    let label: String
    let operation: String?
    let request: RequestTemplate
    /// Whether there is a request; if not, it was said why.
    let isKnown: Bool

    private init(_ label: String, _ operation: String?, _ request: RequestTemplate) {
        self.label = label
        self.operation = operation
        self.request = request
        isKnown = true
    }

    /// Stands in where nothing can be called, so that the rest of the step is read all the same.
    private init(unknownAt node: YAMLNode, called label: String = "") {
        self.label = label
        operation = nil
        request = RequestTemplate(sections: [], location: node.location)
        isKnown = false
    }
}

extension StepBase {
    /// Starts from an entry that names an operation or holds a request.
    ///
    /// - Parameters:
    ///   - entry: The entry; `nil` when there is none, which has been said.
    ///   - node: The step.
    ///   - context: The tables.
    ///   - row: The row of an operation with rows, where the step names none.
    init(
        _ entry: YAMLNode.Entry?,
        at node: YAMLNode,
        _ context: DecodingContext,
        _ row: String?
    ) {
        let unknown = StepBase(unknownAt: node)
        guard let entry else {
            self = unknown
            return
        }
        if entry.key.text == "request" {
            self.init(entry.value, context)
        } else {
            self = Self.called(entry.value, context, row) ?? unknown
        }
    }

    /// Reads `call` where nothing else can stand.
    init(calling node: YAMLNode, _ context: DecodingContext) {
        self =
            Self.called(node, context, nil)
            ?? StepBase(unknownAt: node, called: node.text ?? "")
    }

    private init(_ node: YAMLNode, _ context: DecodingContext) {
        let decoder = RequestDecoder(context: context)
        let request = decoder.request(node)
        decoder.warnOfDoubledBase(in: request, at: node["path"])
        let method = request.constant("method") ?? "GET"
        let path = node["path"]?.text ?? node["url"]?.text ?? ""
        self.init("\(method) \(path)", nil, request)
    }

    /// `createPush`, or `send[iphone]` for one row of an operation.
    private static func called(
        _ node: YAMLNode,
        _ context: DecodingContext,
        _ defaultRow: String?
    ) -> StepBase? {
        guard let name = node.decoded(as: .string, context.diagnostics) else { return nil }
        var id = name
        var row: String?
        if name.hasSuffix("]"), let bracket = name.firstIndex(of: "[") {
            id = String(name[..<bracket])
            row = String(name[name.index(after: bracket)...].dropLast())
        }
        guard let operation = context.index.operations[id] else {
            let known = context.contract.operations.map(\.id) + context.index.calls.keys.sorted()
            context.reportUnknown("operation", id, among: known, at: node)
            return nil
        }
        guard let request = request(of: operation, row, defaultRow, node, context) else {
            return nil
        }
        return StepBase(name, id, request)
    }

    private static func request(
        of operation: Operation,
        _ row: String?,
        _ defaultRow: String?,
        _ node: YAMLNode,
        _ context: DecodingContext
    ) -> RequestTemplate? {
        let known = operation.variants.compactMap(\.label)
        if known.isEmpty {
            if let row {
                let name = Excerpt.quoted(operation.id)
                context.diagnostics.error("\(name) has no rows, got [\(row)]", at: node)
            }
            return operation.variants.first?.request
        }
        guard let label = row ?? defaultRow else {
            context.diagnostics.error(
                "\(Excerpt.quoted(operation.id)) has rows; name one, as in "
                    + "\(operation.id)[\(known[0])]",
                at: node
            )
            return nil
        }
        if let variant = operation.variants.first(where: { $0.label == label }) {
            return variant.request
        }
        context.reportUnknown("row of \(operation.id)", label, among: known, at: node)
        return nil
    }
}
