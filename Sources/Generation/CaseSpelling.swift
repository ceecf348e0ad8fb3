package import Contract
import Base
import HTTP
package import JSON
import JSONPaths

/// Writes a case as an entry of a contract's `cases`, with the request of each step as differences from the
/// operation's example.
package struct CaseSpelling {
    private let contract: ContractDocument

    package init(_ contract: ContractDocument) {
        self.contract = contract
    }

    /// Why a contract cannot express a case.
    private struct Unspeakable: Error {}

    /// The case without its name; `nil` when a part of it cannot be expressed.
    package func spelling(of contractCase: Case) -> JSONValue? {
        do {
            var object = JSONObject()
            if !contractCase.bindings.isEmpty {
                object["let"] = try bindings(contractCase.bindings)
            }
            if !contractCase.given.isEmpty {
                object["given"] = .array(contractCase.given.map(Self.state))
            }
            for (name, steps) in [
                ("setup", contractCase.setup), ("steps", contractCase.steps),
                ("teardown", contractCase.teardown),
            ] where !steps.isEmpty {
                object[name] = .array(try steps.map(step))
            }
            return .object(object)
        } catch {
            return nil
        }
    }

    private static func state(_ use: StateUse) -> JSONValue {
        if use.parameters.members?.isEmpty ?? true { return .string(use.name) }
        var object = JSONObject()
        object[use.name] = use.parameters.spelling
        return .object(object)
    }

    private func bindings(_ bindings: [Binding]) throws -> JSONValue {
        var object = JSONObject()
        for binding in bindings { object[binding.name] = try spelled(binding.value) }
        return .object(object)
    }

    /// A value; the conditions of a choice cannot be expressed.
    private func spelled(_ value: TemplateValue) throws -> JSONValue {
        if case .expression(.first) = value { throw Unspeakable() }
        return value.spelling
    }
}

// MARK: - Steps

extension CaseSpelling {
    private func step(_ step: Step) throws -> JSONValue {
        guard let request = step.request, step.fault == nil, step.background == nil,
            step.polling?.unless == nil
        else { throw Unspeakable() }
        var object = JSONObject()
        var long = LongValues()
        if let id = request.operation {
            try addCall(of: id, request, to: &object, &long)
        } else {
            object["request"] = try spelled(request.template.document)
        }
        if !request.tamper.isEmpty { object["tamper"] = try edits(request.tamper, &long) }
        var bindings = try bindings(step.bindings).objectValue ?? JSONObject()
        for member in long.bindings.members { bindings[member.name] = member.value }
        if !bindings.isEmpty { object["let"] = .object(bindings) }
        if step.delay > .zero { object["delay"] = Self.time(step.delay) }
        if let timeout = step.timeout { object["timeout"] = Self.time(timeout) }
        if step.repetitions > 1 { object["repeat"] = .integer(step.repetitions) }
        if let polling = step.polling {
            var eventually = JSONObject([
                .init(name: "within", value: Self.time(polling.within)),
                .init(name: "every", value: Self.time(polling.every)),
            ])
            eventually["tries"] = polling.tries.map(JSONValue.integer)
            object["eventually"] = .object(eventually)
        }
        if let expectation = step.expectation {
            object["expect"] = try self.expectation(expectation)
        }
        if object["expect"] == .object(JSONObject()) { object["expect"] = nil }
        if !step.captures.isEmpty { object["captures"] = try captures(step.captures) }
        return .object(object)
    }

    private static func time(_ duration: Duration) -> JSONValue {
        let milliseconds = Int64(duration / .milliseconds(1))
        let isWhole = milliseconds.isMultiple(of: 1_000)
        return .string(isWhole ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms")
    }

    private func captures(_ captures: [Capture]) throws -> JSONValue {
        var object = JSONObject()
        for capture in captures {
            guard capture.filters.isEmpty else { throw Unspeakable() }
            object[capture.name] = .object(try query(capture.query))
        }
        return .object(object)
    }

    private func query(_ query: QueryTemplate) throws -> JSONObject {
        var object = JSONObject()
        switch query {
        case .ready(.status): object["status"] = true
        case .ready(.body): object["body"] = true
        case .ready(.sha256): object["sha256"] = true
        case .ready(.jsonpath(let path)): object["jsonpath"] = .string(path.description)
        case .ready(.xpath(let path)): object["xpath"] = .string("\(path)")
        case .ready(.header(let name)): object["header"] = .string(name)
        case .open(let name, let argument, _): object[name] = .string(argument.spelling)
        case .ready, .ofRequest: throw Unspeakable()
        }
        return object
    }

    /// The expectations of generated cases; others, from set-up steps, are left out.
    private func expectation(_ expectation: ExpectationTemplate) throws -> JSONValue {
        var object = JSONObject()
        object["declared"] = expectation.declared.map { .string($0.rawValue) }
        guard expectation.declared != nil else { return .object(object) }
        for example in expectation.examples {
            object[example.mode.rawValue] = try spelled(example.value)
        }
        let asserts = try expectation.asserts.map { assert -> JSONValue in
            var object = try query(assert.query)
            if case .ready(.empty(let isEmpty)) = assert.predicate {
                object["empty"] = .bool(isEmpty)
                return .object(object)
            }
            guard case .open(_, let value, _, _) = assert.predicate else { throw Unspeakable() }
            if object["jsonpath"] != nil { object["equals"] = try spelled(value) }
            for name in ["status", "body", "sha256"] where object[name] != nil {
                object[name] = ["equals": try spelled(value)]
            }
            return .object(object)
        }
        if !asserts.isEmpty { object["asserts"] = .array(asserts) }
        return .object(object)
    }
}

// MARK: - Requests

extension CaseSpelling {
    /// The call, and the differences of its request from the example.
    private func addCall(
        of id: String,
        _ request: StepRequest,
        to object: inout JSONObject,
        _ long: inout LongValues
    ) throws {
        guard let operation = contract.operations.first(where: { $0.id == id }) else {
            throw Unspeakable()
        }
        let changes = operation.variants.map { variant in
            (
                variant.label,
                RequestChanges(
                    from: contract.targets.complete(variant.request),
                    to: request.template
                )
            )
        }
        guard let (label, best) = changes.min(by: { $0.1.count < $1.1.count }) else {
            throw Unspeakable()
        }
        object["call"] = .string(id + (label.map { "[\($0)]" } ?? ""))
        for section in best.sections {
            object[section.name] = try spelled(long.shortened(section.value))
        }
        var set = JSONObject()
        for change in best.set {
            set[JSONPointer(tokens: change.tokens).description] = try spelled(
                long.shortened(change.value)
            )
        }
        if !set.isEmpty { object["set"] = .object(set) }
        let unset = best.unset.map { JSONValue.string(JSONPointer(tokens: $0).description) }
        if !unset.isEmpty { object["unset"] = .array(unset) }
    }

    private func edits(_ edits: [RequestEdit], _ long: inout LongValues) throws -> JSONValue {
        var (set, unset, flip) = (JSONObject(), [JSONValue](), [JSONValue]())
        for edit in edits {
            let place = edit.pointer.description
            switch edit.action {
            case .set(let value): set[place] = try spelled(long.shortened(value))
            case .unset: unset.append(.string(place))
            case .flip: flip.append(.string(place))
            }
        }
        var object = JSONObject()
        if !set.isEmpty { object["set"] = .object(set) }
        if !unset.isEmpty { object["unset"] = .array(unset) }
        if !flip.isEmpty { object["flip"] = .array(flip) }
        return .object(object)
    }
}

/// Long values: each becomes a name that is bound to an expression.
private struct LongValues {
    private(set) var bindings = JSONObject()
    private static let longestText = 40
    private static let longestList = 12

    /// The value with names in place of long, uniform parts.
    mutating func shortened(_ value: TemplateValue) -> TemplateValue {
        switch value {
        case .constant(let constant): return shortened(constant)
        case .array(let elements):
            var shorter: [TemplateValue] = []
            for element in elements { shorter.append(shortened(element)) }
            return .array(shorter)
        case .object(let members):
            var shorter: [TemplateValue.Member] = []
            for member in members {
                let value = shortened(member.value)
                shorter.append(TemplateValue.Member(name: member.name, value: value))
            }
            return .object(shorter)
        case .text, .expression: return value
        }
    }

    private mutating func shortened(_ value: JSONValue) -> TemplateValue {
        switch value {
        case .string(let text):
            let count = text.unicodeScalars.count
            guard count > Self.longestText, let unit = ValueWords.uniform(text) else {
                return .constant(value)
            }
            return name(["repeat": .integer(count), "of": .string(unit), "with": ""])
        case .array(let elements):
            guard elements.count > Self.longestList, let first = elements.first,
                elements.allSatisfy({ $0 == first })
            else { return shortened(.array(elements.map(TemplateValue.constant))) }
            return name(["repeat": .integer(elements.count), "of": first])
        case .object(let object):
            return shortened(
                .object(
                    object.members.map {
                        TemplateValue.Member(name: $0.name, value: .constant($0.value))
                    }
                )
            )
        case .null, .bool, .number: return .constant(value)
        }
    }

    private mutating func name(_ made: JSONValue) -> TemplateValue {
        let name = "long\(bindings.count + 1)"
        bindings[name] = made
        return .text(Template(parts: [.reference([name])]))
    }
}

/// The changes from one request document to another.
private struct RequestChanges {
    private(set) var sections: [TemplateValue.Member] = []
    private(set) var set: [(tokens: [String], value: TemplateValue)] = []
    private(set) var unset: [[String]] = []

    /// The number of changes, weighted.
    var count: Int { sections.count * 3 + set.count + unset.count }

    /// Sections whose members are edited one by one.
    private static let tables = ["params", "headers", "query", "json", "form"]

    init(from one: RequestTemplate, to other: RequestTemplate) {
        let body = other.bodySection
        for section in RequestTemplate.sections {
            let (old, new) = (one[section], other[section])
            if old == new { continue }
            guard let new else {
                // Another body replaces it.
                let isDisplaced =
                    RequestTemplate.bodySections.contains(section) && body != nil && body != section
                if !isDisplaced { unset.append([section]) }
                continue
            }
            guard Self.tables.contains(section), old != nil else {
                sections.append(TemplateValue.Member(name: section, value: new))
                continue
            }
            compare(old, new, [section])
        }
    }

    private mutating func compare(_ old: TemplateValue?, _ new: TemplateValue, _ tokens: [String]) {
        if old == new { return }
        guard let mine = new.members, let others = old?.members, !mine.isEmpty || others.isEmpty
        else {
            if tokens.count == 1 {
                sections.append(TemplateValue.Member(name: tokens[0], value: new))
            } else {
                set.append((tokens, new))
            }
            return
        }
        for member in mine {
            let before = others.first { $0.name.hasSameCodePoints(as: member.name) }?.value
            compare(before, member.value, tokens + [member.name])
        }
        for member in others
        where !mine.contains(where: { $0.name.hasSameCodePoints(as: member.name) }) {
            unset.append(tokens + [member.name])
        }
    }
}
