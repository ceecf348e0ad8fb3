import Contract
import JSON

/// Knowledge about a client when it makes a call: its state, and the call's arguments.
///
/// Templates are evaluated with it as far as possible; unknown values may be anything.
struct ClientKnowledge {
    /// A value of a client's request, with the names of its state that it depends on.
    struct Worked {
        var value: ExpectedValue
        var names: Set<String> = []
    }

    /// Values of the state, and of arguments, by name.
    var state: [String: JSONValue] = [:]
    var given: [String: JSONValue] = [:]
    /// Values from responses to earlier requests of the call, by name; one of them is meant, as calls may overlap.
    private(set) var captured: [String: [JSONValue]]
    private let call: ClientCall
    private let evaluator: Evaluator
    private let memory: ClientMemory
    /// Values derived from other names, those of the call before those of the client.
    private var computed: [String: TemplateValue]

    init(
        _ call: ClientCall,
        _ memory: ClientMemory,
        _ evaluator: Evaluator,
        capturing captured: [String: [JSONValue]] = [:]
    ) {
        self.captured = captured
        self.call = call
        self.memory = memory
        self.evaluator = evaluator
        let bindings = memory.bindings + call.bindings
        computed = Dictionary(bindings.map { ($0.name, $0.value) }) { $1 }
    }

    /// Takes what a request of the call captures from a success response; without a value, the name stays unknown.
    mutating func capture(_ request: ClientRequest, from response: Subject) {
        for capture in request.captures {
            guard var evaluator = evaluator(knowing: capture.templates.flatMap(\.names)),
                let value = try? capture.value(in: response, using: &evaluator).get()
            else {
                captured[capture.name] = nil
                continue
            }
            let values = (captured[capture.name] ?? []) + [value]
            captured[capture.name] = values.suffix(Self.mostCalls)
        }
    }

    /// The number of overlapping calls whose values are possible.
    private static let mostCalls = 256

    /// An evaluator with the values of some names; `nil` when one of them is unknown.
    private func evaluator(knowing names: [String]) -> Evaluator? {
        var evaluator = evaluator
        for name in names {
            guard let value = worked([name]).value.known else { return nil }
            evaluator.scope[name] = value
        }
        return evaluator
    }

    /// The value of a template.
    func worked(_ template: TemplateValue) -> Worked {
        if let constant = template.constantValue { return Worked(value: .exactly(constant)) }
        switch template {
        case .constant(let value): return Worked(value: .exactly(value))
        case .text(let text): return worked(text)
        case .expression(let expression): return worked(expression)
        case .array(let elements): return list(elements)
        case .object(let members): return object(members)
        }
    }

    private func list(_ elements: [TemplateValue]) -> Worked {
        let parts = elements.map(worked)
        let names = parts.reduce(into: Set()) { $0.formUnion($1.names) }
        let values = parts.compactMap(\.value.known)
        return Worked(
            value: values.count == parts.count
                ? .exactly(.array(values)) : .list(parts.map(\.value)),
            names: names
        )
    }

    private func object(_ members: [TemplateValue.Member]) -> Worked {
        let parts = members.map { (name: $0.name, worked: worked($0.value)) }
        let names = parts.reduce(into: Set()) { $0.formUnion($1.worked.names) }
        let known = parts.compactMap { part in
            part.worked.value.known.map { JSONObject.Member(name: part.name, value: $0) }
        }
        return Worked(
            value: known.count == parts.count
                ? .exactly(.object(JSONObject(known)))
                : .object(parts.map { ($0.name, $0.worked.value) }),
            names: names
        )
    }

    private func worked(_ text: Template) -> Worked {
        if text.isSingle { return worked(text.parts[0]) }
        let parts = text.parts.map(worked)
        let names = parts.reduce(into: Set()) { $0.formUnion($1.names) }
        let texts = parts.map { $0.value.known?.scalarText }
        if !texts.contains(nil) {
            return Worked(value: .exactly(.string(texts.compactMap(\.self).joined())), names: names)
        }
        let prefix = texts.prefix { $0 != nil }.compactMap(\.self).joined()
        let suffix = texts.reversed().prefix { $0 != nil }.reversed().compactMap(\.self).joined()
        return Worked(value: .text(prefix: prefix, suffix: suffix), names: names)
    }

    private func worked(_ part: Template.Part) -> Worked {
        switch part {
        case .literal(let text): return Worked(value: .exactly(.string(text)))
        case .reference(let path): return worked(path)
        case .function(.now(let format, let shift, let zone)):
            var evaluator = evaluator
            let function = TemplateFunction.now(format, shiftNanoseconds: shift, zoneSeconds: zone)
            do {
                let sample = try evaluator.value(of: Template(parts: [.function(function)]))
                return Worked(value: .moment(sample.scalarText, isPresent: shift == 0))
            } catch {
                return Worked(value: .something)
            }
        case .function: return Worked(value: .something)
        }
    }

    /// While a name is evaluated, it refers to its meaning outside, so a name cannot refer to itself.
    private func worked(_ path: [String]) -> Worked {
        let name = path[0]
        if let template = computed[name] {
            var inner = self
            inner.computed[name] = nil
            return Self.member(path.dropFirst(), of: inner.worked(template))
        }
        if let values = captured[name] {
            return Self.member(path.dropFirst(), of: Worked(value: .captured(values)))
        }
        if let value = given[name] {
            return Self.member(path.dropFirst(), of: Worked(value: .exactly(value)))
        }
        if let argument = call.arguments.first(where: { $0.name == name }) {
            return Worked(value: path.count == 1 ? .argument(argument) : .anything)
        }
        if let value = state[name] {
            return Self.member(
                path.dropFirst(),
                of: Worked(value: .exactly(value), names: [name])
            )
        }
        if memory.starts[name] != nil {
            let isSure = path.count == 1 && memory.isNeverNothing(name)
            return Worked(value: isSure ? .something : .anything, names: [name])
        }
        if let source = call.performs.last(where: { $0.captures.contains { $0.name == name } }) {
            return Worked(value: holds(source.conditions) == false ? .exactly(.null) : .anything)
        }
        if let value = evaluator.scope[name] {
            return Self.member(path.dropFirst(), of: Worked(value: .exactly(value)))
        }
        return Worked(value: .anything)
    }

    private static func member(_ path: ArraySlice<String>, of worked: Worked) -> Worked {
        guard !path.isEmpty else { return worked }
        let value = worked.value.known?[JSONPointer(tokens: Array(path))]
        return Worked(value: value.map { .exactly($0) } ?? .anything, names: worked.names)
    }
}

// MARK: - Expressions

extension ClientKnowledge {
    private func worked(_ expression: TemplateExpression) -> Worked {
        switch expression {
        case .json(let inner):
            let inner = worked(inner)
            return Worked(value: .jsonText(inner.value), names: inner.names)
        case .text(let inner): return worked(inner)
        case .base64, .repetition: return Worked(value: .anything)
        case .join(let list, let separator):
            let (list, separator) = (worked(list), worked(separator))
            guard let elements = list.value.known?.arrayValue, let text = separator.value.known
            else {
                return Worked(value: .anything, names: list.names)
            }
            return Worked(value: .joined(elements, text.scalarText), names: list.names)
        case .first(let alternatives): return first(of: alternatives)
        }
    }

    private func first(of alternatives: [TemplateExpression.Alternative]) -> Worked {
        var options: [ExpectedValue.Option] = []
        // Conditions that exclude one value also apply to the next.
        var names: Set<String> = []
        for alternative in alternatives {
            let conditions = alternative.conditions.map(\.assertion)
            names.formUnion(conditions.flatMap(\.asksForState))
            let isMet = holds(conditions)
            guard isMet != false else { continue }
            let worked = worked(alternative.value)
            names.formUnion(worked.names)
            guard worked.value.known != .null else { continue }
            options.append(.init(value: worked.value, names: names))
            if isMet == true, worked.value.isNeverNothing { return Self.either(options) }
        }
        options.append(.init(value: .exactly(.null), names: names))
        return Self.either(options)
    }

    private static func either(_ options: [ExpectedValue.Option]) -> Worked {
        guard options.count == 1 else { return Worked(value: .oneOf(options)) }
        return Worked(value: options[0].value, names: options[0].names)
    }
}

// MARK: - Names

extension ClientKnowledge {
    /// The names of the client's state and of the call's arguments that a value may depend on.
    func mentioned(in template: TemplateValue) -> Set<String> {
        var names: Set<String> = []
        collect(template.templates.flatMap(\.names), into: &names)
        if case .expression(.first(let alternatives)) = template {
            for alternative in alternatives {
                names.formUnion(mentioned(by: alternative.conditions.map(\.assertion)))
            }
        }
        return names
    }

    /// The names among them that some asserts use.
    func mentioned(by conditions: [AssertionTemplate]) -> Set<String> {
        var names: Set<String> = []
        collect(
            conditions.flatMap {
                $0.templates.flatMap(\.names) + $0.asksForState + $0.asksForArguments
            },
            into: &names
        )
        return names
    }

    private func collect(_ found: [String], into names: inout Set<String>) {
        for name in found {
            if let template = computed[name] {
                var inner = self
                inner.computed[name] = nil
                names.formUnion(inner.mentioned(in: template))
            } else if memory.starts[name] != nil
                || call.arguments.contains(where: { $0.name == name })
            {
                names.insert(name)
            }
        }
    }
}

// MARK: - Conditions

extension ClientKnowledge {
    /// Whether all of some asserts pass.
    ///
    /// - Parameters:
    ///   - conditions: Asserts on the client.
    ///   - assumes: Whether unreported properties of the device have the contract's initial values.
    /// - Returns: `nil` when unknown.
    func holds(_ conditions: [AssertionTemplate], assuming assumes: Bool = false) -> Bool? {
        var isSure = true
        for condition in conditions {
            switch holds(condition, assuming: assumes) {
            case false: return false
            case nil: isSure = false
            default: break
            }
        }
        return isSure ? true : nil
    }

    private func holds(_ condition: AssertionTemplate, assuming assumes: Bool) -> Bool? {
        var known = self
        if assumes { known.state.merge(memory.device) { known, _ in known } }
        let asked =
            condition.asksForState.allSatisfy { known.state[$0] != nil }
            && condition.asksForArguments.allSatisfy { given[$0] != nil }
        guard asked, condition.query.isOfClient,
            var evaluator = known.evaluator(knowing: condition.templates.flatMap(\.names))
        else { return nil }
        let view = ClientView(state: JSONObject(known.state), arguments: JSONObject(given))
        do {
            return try condition.assertion(using: &evaluator).holds(for: Subject(client: view))
        } catch {
            return nil
        }
    }

    /// Whether the call is sure to end before it sends anything.
    var isRefused: Bool {
        call.requires.contains { requirement in
            guard case .holds(let condition, let unless) = requirement.condition,
                holds([condition], assuming: true) == false
            else { return false }
            return unless.map { holds([$0], assuming: true) == false } ?? true
        }
    }
}

extension JSONObject {
    fileprivate init(_ values: [String: JSONValue]) {
        self.init(values.map { Member(name: $0.key, value: $0.value) })
    }
}

extension ExpectedValue {
    /// The only possible value; `nil` for several.
    var known: JSONValue? {
        switch self {
        case .exactly(let value): return value
        case .captured(let values): return Set(values).count == 1 ? values.first : nil
        case .joined(let parts, let separator):
            return .string(parts.map(\.scalarText).joined(separator: separator))
        case .jsonText(let value): return value.known.map { .string($0.text) }
        default: return nil
        }
    }

    /// Whether it cannot be null.
    fileprivate var isNeverNothing: Bool {
        switch self {
        case .exactly(let value): value != .null
        case .captured(let values): !values.contains(.null)
        case .anything, .argument: false
        case .oneOf(let options): options.allSatisfy(\.value.isNeverNothing)
        default: true
        }
    }
}

extension AssertionTemplate {
    fileprivate var asksForState: [String] {
        if case .ready(.state(let name, _)) = query { [name] } else { [] }
    }

    fileprivate var asksForArguments: [String] {
        if case .ready(.argument(let name, _)) = query { [name] } else { [] }
    }
}

extension QueryTemplate {
    fileprivate var isOfClient: Bool {
        switch self {
        case .ready(.state), .ready(.argument): true
        default: false
        }
    }
}

/// State of a contract's client.
struct ClientMemory {
    /// Evaluated at every use.
    let bindings: [Binding]
    /// Initial values, by name.
    let starts: [String: TemplateValue]
    /// Calls that set a name.
    let setters: [String: [ClientCall]]
    /// Names that are empty at the beginning, as a call must set them first.
    let fresh: [String: JSONValue]
    /// Names that no call sets, with the contract's initial values: properties of the device.
    let device: [String: JSONValue]

    init(_ contract: ContractDocument) {
        let state = contract.client?.state ?? []
        bindings = contract.client?.bindings ?? []
        starts = Dictionary(state.map { ($0.name, $0.value) }) { first, _ in first }
        var setters: [String: [ClientCall]] = [:]
        for call in contract.calls {
            for update in call.updates { setters[update.name, default: []].append(call) }
        }
        self.setters = setters
        let constants = starts.compactMapValues(\.constantValue)
        fresh = constants.filter { setters[$0.key] != nil && $0.value.isEmpty }
        device = constants.filter { setters[$0.key] == nil }
    }

    /// Whether a name always has a value.
    func isNeverNothing(_ name: String) -> Bool {
        guard let start = starts[name], start.constantValue.map({ !$0.isEmpty }) ?? true else {
            return false
        }
        return setters[name] == nil
    }
}

extension JSONValue {
    /// Whether it is null, false, or empty.
    fileprivate var isEmpty: Bool {
        self == .null || self == .bool(false) || stringValue?.isEmpty == true
            || arrayValue?.isEmpty == true
    }
}
