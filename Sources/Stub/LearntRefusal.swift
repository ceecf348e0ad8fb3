import Contract
import HTTP
import JSON
import JSONSchemas

/// A refusal learnt from the contract's own cases: one value of an example differs, and the response is an error.
struct LearntRefusal: Sendable {
    /// The part of the request: one of `sections`.
    private let section: String
    private let pointer: JSONPointer
    /// The refused value; `nil` for a missing one.
    private let value: JSONValue?
    /// Whether the value is constant; otherwise it is one of many.
    private let isConstant: Bool
    /// The case that shows it, with its location.
    let origin: String
    /// The identifier of the error in the catalogue.
    let error: String
    /// The promise that the case covers.
    let promise: Promise

    private static let sections = ["json", "query", "form", "multipart", "headers", "params"]
    /// A body that is not JSON.
    private static let bytes = "body"

    /// Whether the whole body is invalid for the operation, so that the case is not about a member.
    var isOfWholeBody: Bool { section == Self.bytes || section == "json" && pointer.tokens.isEmpty }

    /// Whether a request may be refused for another value than the case has, or for the whole body, although
    /// `applies` is false.
    func mayApply(toWholeBody isOfWholeBody: Bool) -> Bool {
        isOfWholeBody ? self.isOfWholeBody : value != nil
    }

    /// How closely it matches a violation: zero for unrelated, two for the same member and keyword.
    ///
    /// - Parameters:
    ///   - violation: The violation.
    ///   - rule: The violated rule.
    ///   - part: The request's part in the section of the rule.
    /// - Returns: Zero, one or two.
    func agreement(
        with violation: SchemaViolation,
        of rule: AcceptanceRule,
        in part: JSONValue?
    ) -> Int {
        guard section == rule.section,
            let place = try? JSONPointer(violation.instanceLocation)
        else { return 0 }
        let keyword = violation.keyword
        let isOfMissing = keyword == "required" || keyword == "dependentRequired"
        let isHere =
            isOfMissing
            ? Array(pointer.tokens.dropLast()) == place.tokens && part?[pointer] == nil
            : place.tokens.starts(with: pointer.tokens)
        // A case with another whole body is not about a member.
        guard isHere, !isOfWholeBody || !isOfMissing && place.tokens.isEmpty else { return 0 }
        guard let value else { return isOfMissing ? 2 : 1 }
        guard !isOfMissing, let part, let shown = try? part.setting(pointer, to: value) else {
            return 1
        }
        let isSame = rule.violations(of: shown).contains { other in
            other.keyword == keyword
                && (try? JSONPointer(other.instanceLocation))?.tokens.starts(with: pointer.tokens)
                    == true
        }
        return isSame ? 2 : 1
    }

    /// All that the cases show, by operation.
    static func all(of contract: ContractDocument) -> [String: [LearntRefusal]] {
        let index = ContractIndex(contract)
        let variables = contract.variables
        var refusals: [String: [LearntRefusal]] = [:]
        // Of several steps, the last may be refused because of the others.
        let cases = contract.cases.filter { $0.given.isEmpty && $0.setup.isEmpty }
        for one in cases where one.steps.count == 1 {
            let step = one.steps[0]
            guard let request = step.request, let id = request.operation,
                step.covers.count == 1, step.bindings.isEmpty, request.tamper.isEmpty,
                let promise = index.promises[step.covers[0]], let error = promise.error?.id,
                let operation = index.operations[id]
            else { continue }
            for variant in operation.variants {
                let found = differences(request.template, variant.request)
                guard found.count == 1, let (section, pointer, template) = found.first else {
                    continue
                }
                var constant = template?.constantValue
                var part = section
                // A text in place of JSON is sent as it is.
                if section == "json", pointer.tokens.isEmpty, let text = constant?.stringValue {
                    constant = parsed(text)
                    if constant == nil { part = bytes }
                }
                let refusal = LearntRefusal(
                    section: part,
                    pointer: pointer,
                    value: constant ?? template?.sample(with: variables),
                    isConstant: template == nil || constant != nil,
                    origin: "case \(one.name), \(step.location)",
                    error: error,
                    promise: promise
                )
                refusals[id, default: []].append(refusal)
            }
        }
        return refusals
    }

    private static func parsed(_ text: String) -> JSONValue? {
        do {
            return try JSONValue(parsing: text)
        } catch {
            return nil
        }
    }

    /// Whether a request has the refused value.
    func applies(to request: RequestFields) -> Bool {
        guard isConstant, section != Self.bytes else { return false }
        // Names of header fields are stored in lower case.
        let tokens = section == "headers" ? pointer.tokens.map { $0.lowercased() } : pointer.tokens
        let place = JSONPointer(tokens: tokens)
        guard let part = request.parts[section] else { return false }
        // A member counts as missing only in an object.
        if value == nil, part[JSONPointer(tokens: Array(tokens.dropLast()))]?.objectValue == nil {
            return false
        }
        return Self.areSame(part[place], value, isText: section != "json")
    }

    /// The place as a person reads it: `$.message`, `query limit`, `header X-Key`.
    var place: String { Self.place(section, pointer.tokens) }

    /// The refused value, for messages; `nil` for a missing one.
    var refused: String? { value.map { JSONExcerpt.text(of: $0) } }

    /// A place in a section of a request as a person reads it.
    static func place(_ section: String, _ tokens: [String]) -> String {
        guard section == "json" else {
            let name = section == "headers" ? "header" : section == "params" ? "path" : section
            return tokens.isEmpty ? name : "\(name) \(tokens.joined(separator: "."))"
        }
        var path = BodyPath()
        for token in tokens { path.push(Int(token).map { .element($0) } ?? .member(token)) }
        return path.text
    }

    /// Fields of queries, forms and heads are compared as texts.
    private static func areSame(_ one: JSONValue?, _ other: JSONValue?, isText: Bool) -> Bool {
        guard isText, let one, let other else { return one == other }
        return one.scalarText == other.scalarText
    }
}

// MARK: - Differences

extension LearntRefusal {
    private typealias Place = (section: String, pointer: JSONPointer, value: TemplateValue?)

    /// Differences of a request from an example, as far as they are constant; variable values would yield too many.
    private static func differences(
        _ request: RequestTemplate,
        _ example: RequestTemplate
    ) -> [Place] {
        var places: [Place] = []
        for section in RequestTemplate.sections {
            let (one, other) = (request[section], example[section])
            if one == other { continue }
            // In place of the JSON of the example.
            if section == bytes, one != nil, example["json"] != nil {
                return [(bytes, JSONPointer(tokens: []), one)]
            }
            guard sections.contains(section) else { return [] }
            guard section != "headers" || other != nil else { continue }
            let (mine, theirs) = compared(one, other, in: section)
            collect(mine, theirs, [], section, into: &places)
        }
        return places
    }

    /// The values of a section as they can be found in a received request: of header fields those of the example, as
    /// others are added to every request; of parts their texts.
    private static func compared(
        _ one: TemplateValue?,
        _ other: TemplateValue?,
        in section: String
    ) -> (one: TemplateValue?, other: TemplateValue?) {
        switch section {
        case "headers":
            let known = other?.members?.map(\.name) ?? []
            let members = one?.members?.filter { member in
                known.contains { HTTPFields.areSame($0, member.name) }
            }
            return (members.map { .object($0) }, other)
        case "multipart": return (texts(one), texts(other))
        default: return (one, other)
        }
    }

    private static func texts(_ parts: TemplateValue?) -> TemplateValue? {
        guard let members = parts?.members else { return parts }
        return .object(
            members.map { .init(name: $0.name, value: $0.value["text"] ?? $0.value) }
        )
    }

    /// Adds the places where two values differ.
    private static func collect(
        _ one: TemplateValue?,
        _ other: TemplateValue?,
        _ tokens: [String],
        _ section: String,
        into places: inout [Place]
    ) {
        if one == other { return }
        if let members = one?.members, let others = other?.members {
            for name in Set(members.map(\.name) + others.map(\.name)).sorted() {
                collect(one?[name], other?[name], tokens + [name], section, into: &places)
            }
            return
        }
        places.append((section, JSONPointer(tokens: tokens), one))
    }
}

extension SchemaViolation {
    /// The keyword that is broken: `maxLength`.
    fileprivate var keyword: Substring { keywordLocation.split(separator: "/").last ?? "" }
}
