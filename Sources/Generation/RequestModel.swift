package import Contract
package import HTTP
package import JSON
import JSONSchemas

/// How a response identifies an object.
struct CreatedObject: Sendable {
    let capture: Capture
    /// The name of the member.
    let member: String
    /// Whether the identifier is a text, not a number.
    let isText: Bool
}

/// A valid request of an operation, with the steps before it, as the basis of generated cases.
package struct RequestModel: Sendable {
    package let operation: Operation
    /// The contract case it is taken from; `nil` for the operation's own example.
    package let source: Case?
    /// The steps before it.
    private(set) var preparation: [Step]
    /// Whether it is known to succeed; otherwise only failures that no request may cause are
    /// findings.
    package var isSound = true
    /// Whether its response fully matches the declaration of the operation.
    package var isAsDeclared = true
    /// The place of the created object's identifier in its response; `nil` if unknown.
    var created: CreatedObject?
    let cleanup: [Step]
    let given: [StateUse]
    let bindings: [Binding]
    /// Bindings of the request alone.
    let stepBindings: [Binding]
    /// As a step of the contract sends it.
    var template: RequestTemplate
    /// The part of its name after the operation: `[iphone]`.
    let label: String
    let statesBasis: Basis
    /// Possible contents by section; `nil` if unknown.
    private var samples: [String: JSONValue] = [:]
    private var rules: [String: AcceptanceRule] = [:]

    init(
        _ operation: Operation,
        of contract: ContractDocument,
        source: Case? = nil,
        preparation: [Step] = [],
        step: Step? = nil,
        template: RequestTemplate,
        label: String
    ) {
        self.operation = operation
        self.source = source
        self.preparation = preparation
        cleanup = source?.teardown ?? []
        given = source?.given ?? []
        bindings = source?.bindings ?? []
        stepBindings = step?.bindings ?? []
        statesBasis = step?.statesBasis ?? .documented
        self.template = template
        self.label = label
        judgeSections(of: contract)
    }

    /// Determines the possible contents of its sections, and the accepted values.
    private mutating func judgeSections(of contract: ContractDocument) {
        (samples, rules) = ([:], [:])
        for section in AcceptanceRule.sections {
            samples[section] = Self.sample(template[section], of: contract)
        }
        for rule in operation.accepted {
            // If it is unknown whether the request itself is accepted, nothing follows for changed
            // ones.
            guard template[rule.section] == nil || samples[rule.section] != nil,
                rule.section == "headers" || rule.accepts(samples[rule.section])
            else { continue }
            rules[rule.section] = rule
        }
    }

    /// A possible content of the section; values that only a run determines are texts.
    private static func sample(
        _ value: TemplateValue?,
        of contract: ContractDocument
    ) -> JSONValue? {
        guard let value else { return nil }
        let known = Set(contract.variables.filter { $0.defaultValue != nil }.map(\.name))
        let unknown = Set(value.templates.flatMap(\.names)).subtracting(known)
        let location = contract.operations.first?.location
        guard let location else { return nil }
        let stand = unknown.sorted().map { name in
            VariableSpecification(
                name: name,
                environment: nil,
                isSecret: false,
                defaultValue: .constant("sample"),
                location: location
            )
        }
        return value.sample(with: contract.variables + stand)
    }

    /// A possible content of a section; `nil` for a missing section, or if unknown.
    func sample(_ section: String) -> JSONValue? { samples[section] }

    /// The operation's accepted values for a section.
    func rule(_ section: String) -> AcceptanceRule? { rules[section] }
}

extension RequestModel {
    /// The request with one step fewer before it, the last ones first; a step whose value it uses is never left out.
    package var lessPrepared: [RequestModel] {
        preparation.indices.reversed().compactMap { position in
            let names = Set(preparation[position].captures.map(\.name))
            var rest = self
            rest.preparation.remove(at: position)
            let later = rest.preparation.dropFirst(position).compactMap(\.request?.template)
            let used = (later + [template]).flatMap(\.document.templates).flatMap(\.names)
            return names.isDisjoint(with: used) ? rest : nil
        }
    }

    /// The request with permanent edits; `nil` if they are not possible.
    func changed(by edits: [GeneratedEdit], of contract: ContractDocument) -> RequestModel? {
        guard !edits.isEmpty else { return nil }
        var model = self
        do {
            model.template = try edited(edits).template
        } catch {
            return nil
        }
        model.judgeSections(of: contract)
        return model
    }

    /// The request with steps before it, without duplicates.
    func prepared(by steps: [Step]) -> RequestModel {
        var model = self
        var labels = Set<String>()
        model.preparation = (steps + preparation).filter { labels.insert($0.label).inserted }
        return model
    }

    /// The request as a step that must succeed before others.
    func creation(capturing captures: [Capture]) -> Step {
        var expectation = ExpectationTemplate(location: operation.location)
        // A wrong response is a finding of its own, and prevents no other tests.
        expectation.declared = isAsDeclared ? .success : .accepted
        return Step(
            label: operation.id + label,
            location: operation.location,
            action: .request(StepRequest(operation: operation.id, template: template)),
            bindings: stepBindings,
            expectation: expectation,
            captures: captures
        )
    }

    /// The name of the object that it creates; `nil` if it creates none that others use.
    package var createdName: String? { created?.capture.name }

    /// The identifier of the created object in a response.
    package func createdValue(in response: HTTPResponse) -> JSONValue? {
        created?.value(in: response)
    }

    /// Whether the request is safe (RFC 9110 §9.2.1).
    var isSafe: Bool { ["GET", "HEAD"].contains(template.constant("method") ?? "GET") }

    /// Whether it may leave an object behind each time.
    package var createsSomething: Bool { template.constant("method") == "POST" }

    /// Equal for requests that are the same, with the same steps before them.
    var fingerprint: String {
        let steps = preparation.map { "\($0.label)\($0.captures.map(\.name))" }
        return "\(operation.id)\(label) \(steps) \(template.document.spelling.text)"
    }

    /// The case without changes.
    package var unchanged: GeneratedCase { GeneratedCase(form: .request(self, [])) }

    /// The request with edits, and those after signing.
    func edited(
        _ edits: [GeneratedEdit]
    ) throws(TemplateError) -> (template: RequestTemplate, tamper: [RequestEdit]) {
        var template = template
        var tamper: [RequestEdit] = []
        for edit in edits {
            let request = try edit.requestEdit(at: template.location)
            if edit.isTampering { tamper.append(request) } else { try template.apply(request) }
        }
        return (template, tamper)
    }

    /// The required outcome of a request with these edits.
    func outcome(of edits: [GeneratedEdit]) -> DeclaredOutcome {
        let outcome = outcome(ofSound: edits)
        return outcome == .success && !isSound ? .any : outcome
    }

    private func outcome(ofSound edits: [GeneratedEdit]) -> DeclaredOutcome {
        if edits.isEmpty { return .success }
        if edits.contains(where: { $0.demand == .breaks }) { return .failure }
        if edits.contains(where: { $0.demand == .open }) { return .any }
        var isOpen = edits.contains { $0.demand == .unsure }
        for section in Set(edits.map(\.section)).sorted() {
            guard let rule = rules[section], let after = sample(section, after: edits) else {
                isOpen = true
                continue
            }
            if !rule.accepts(after.value) { return .failure }
            // An object with a valid identifier may not exist.
            if section == "params" { isOpen = true }
        }
        return isOpen ? .any : .success
    }

    /// The rules of the sections that edits change, with formats.
    func formatRules(of edits: [GeneratedEdit]) -> [AcceptanceRule] {
        Set(edits.map(\.section)).compactMap { rules[$0]?.assertingFormats }
    }

    /// Whether the sections keep to rules after edits.
    func keeps(_ rules: [AcceptanceRule], after edits: [GeneratedEdit]) -> Bool {
        rules.allSatisfy { rule in
            sample(rule.section, after: edits).map { rule.accepts($0.value) } ?? true
        }
    }

    /// The rules of the document that a request with these edits breaks: `minLength 1 at /json/text`.
    func brokenRules(by edits: [GeneratedEdit]) -> [String] {
        Set(edits.map(\.section)).sorted().flatMap { section -> [String] in
            guard let rule = rules[section], let after = sample(section, after: edits) else {
                return []
            }
            return rule.violations(of: after.value).prefix(1).map { violation in
                let place = "/\(section)\(violation.instanceLocation)"
                return "\(violation.words(in: rule.schema.document)) at \(place)"
            }
        }
    }

    /// A possible content of a section after edits; the value is `nil` if they remove it.
    private func sample(
        _ section: String,
        after edits: [GeneratedEdit]
    ) -> (value: JSONValue?, Void)? {
        var document: TemplateValue = .object(
            samples[section].map { [.init(name: section, value: .constant($0))] } ?? []
        )
        for edit in edits where edit.section == section {
            do {
                switch edit.change {
                case .set(let value):
                    document = try document.setting(.constant(value), at: edit.tokens[...])
                case .unset: document = document.removing(at: edit.tokens[...]) ?? document
                case .tamperUnset, .tamperFlip, .tamperLonger: return nil
                }
            } catch {
                return nil
            }
        }
        return (document[section]?.constantValue, ())
    }

    /// The place in the contract with the accepted values for the first edit.
    func location(of edits: [GeneratedEdit]) -> SourceLocation {
        edits.lazy.compactMap { rules[$0.section]?.location }.first ?? operation.location
    }
}

extension SchemaViolation {
    /// The violated keyword with its value, or with what it expects: `minLength 1`.
    fileprivate func words(in document: JSONValue) -> String {
        do {
            let keyword = try JSONPointer(keywordLocation).tokens.last ?? ""
            let fragment = absoluteKeywordLocation.drop { $0 != "#" }.dropFirst()
            let place = try JSONPointer(URIReference.decoded(String(fragment)) ?? "")
            switch document[place] {
            case .string(let text): return "\(keyword) \(text)"
            case .number, .bool:
                return "\(keyword) \(document[place]?.text(maximumLength: 60) ?? "")"
            case .null, .array, .object, nil: return "\(keyword) (\(message))"
            }
        } catch {
            return message
        }
    }
}
