import Contract
import JSON

/// What two expectations say of a response.
struct ExpectationComparison {
    /// One thing that is other.
    struct Finding {
        /// Whether a response is allowed now that was not before.
        let severity: ContractChange.Severity
        var isAboutSignature = false
        /// How sure the contract is; asserts can be less sure than what they belong to.
        var basis: Basis = .documented
        let what: String
        let old: SourceLocation?
        let new: SourceLocation?
    }

    let old: ExpectationTemplate?
    let new: ExpectationTemplate?
    /// Put before every sentence: `response 201: `.
    let prefix: String
    let schemas: SchemaComparisons

    var findings: [Finding] {
        schema + examples + arrays + asserts + waivers + coding + signature
    }

    private func finding(
        _ isBreaking: Bool,
        _ what: String,
        _ before: SourceLocation?,
        _ after: SourceLocation?
    ) -> Finding {
        Finding(
            severity: isBreaking ? .breaking : .compatible,
            what: prefix + what,
            old: before ?? old?.location,
            new: after ?? new?.location
        )
    }

    private var schema: [Finding] {
        switch (old?.schema, new?.schema) {
        case (nil, nil): return []
        case (nil, let after?):
            return [finding(false, "its shape is described now", nil, after.location)]
        case (let before?, nil):
            return [finding(true, "its shape is no longer described", before.location, nil)]
        case (let before?, let after?):
            return schemas.changes(from: before, to: after, .response).map { change in
                Finding(
                    severity: change.severity(in: .response),
                    what: "\(prefix)\(change.path) \(change.what)",
                    old: before.location,
                    new: after.location
                )
            }
        }
    }

    private var examples: [Finding] {
        BodyMatcher.Mode.allCases.compactMap { mode in
            let before = old?.examples.last { $0.mode == mode }
            let after = new?.examples.last { $0.mode == mode }
            let name = Self.words(mode)
            switch (before, after) {
            case (nil, nil): return nil
            case (nil, let after?):
                let text = JSONExcerpt.text(of: after.value.spelling, length: 120)
                return finding(false, "\(name) \(text) now", nil, after.location)
            case (let before?, nil):
                let text = JSONExcerpt.text(of: before.value.spelling, length: 120)
                return finding(true, "\(name) \(text) no longer", before.location, nil)
            case (let before?, let after?):
                let (then, now) = (before.value.spelling, after.value.spelling)
                guard then != now else { return nil }
                let what =
                    "\(name) \(JSONExcerpt.text(of: now, length: 120)) now, before: "
                    + JSONExcerpt.text(of: then, length: 120)
                return finding(
                    !Self.contains(now, then, mode),
                    what,
                    before.location,
                    after.location
                )
            }
        }
    }

    private var arrays: [Finding] {
        guard let old, let new, old.arrays != new.arrays, !old.examples.isEmpty,
            !new.examples.isEmpty
        else { return [] }
        let what = "its lists are \(new.arrays) now, before: \(old.arrays)"
        return [finding(new.arrays == .unordered, what, nil, nil)]
    }

    private static func words(_ mode: BodyMatcher.Mode) -> String {
        switch mode {
        case .like: "it is like"
        case .contains: "it contains"
        case .equals: "it equals"
        }
    }

    /// Whether everything the old example demanded is demanded still; careful where it is not plain.
    private static func contains(
        _ now: JSONValue,
        _ then: JSONValue,
        _ mode: BodyMatcher.Mode
    ) -> Bool {
        guard mode != .equals, let new = now.objectValue, let old = then.objectValue else {
            return now == then
        }
        return old.members.allSatisfy { member in
            new[member.name].map { contains($0, member.value, mode) } ?? false
        }
    }

    private var asserts: [Finding] {
        let (before, after) = (old?.asserts ?? [], new?.asserts ?? [])
        let then = Set(before.map(\.spelling))
        let now = Set(after.map(\.spelling))
        let lost = before.filter { !now.contains($0.spelling) }.map { assert in
            var found = finding(true, "no longer checks: \(assert.words)", assert.location, nil)
            found.basis = assert.basis
            return found
        }
        let gained = after.filter { !then.contains($0.spelling) }.map { assert in
            var found = finding(false, "also checks: \(assert.words)", nil, assert.location)
            found.basis = assert.basis
            return found
        }
        return lost + gained
    }

    /// Asserts that are set aside now, or no longer.
    private var waivers: [Finding] {
        (old?.asserts ?? []).flatMap { before in
            (new?.asserts ?? []).filter { $0.spelling == before.spelling }.prefix(1)
                .compactMap { waiver(before, $0) }
        }
    }

    private func waiver(_ before: AssertionTemplate, _ after: AssertionTemplate) -> Finding? {
        var found: Finding
        switch (before.waiver, after.waiver) {
        case (nil, let now?):
            let what = "does not hold for now: \(after.words) (waived: \(now.description))"
            found = finding(true, what, before.location, after.location)
        case (.some, nil):
            found = finding(false, "holds again: \(after.words)", before.location, after.location)
        default: return nil
        }
        found.basis = max(before.basis, after.basis)
        return found
    }

    private var coding: [Finding] {
        let (then, now) = (old?.isEncoded ?? false, new?.isEncoded ?? false)
        // If one of them has no expectation, the other parts are compared.
        guard old != nil, new != nil, then != now else { return [] }
        let what = now ? "in its content coding now" : "without its content coding now"
        return [finding(true, "the body is described \(what)", nil, nil)]
    }

    private var signature: [Finding] {
        let (before, after) = (old?.signed, new?.signed)
        guard before != after else { return [] }
        var found = finding(
            SignatureRule.isLoosened(from: before, to: after),
            "the signature is \(SignatureRule.words(after)), it was \(SignatureRule.words(before))",
            nil,
            nil
        )
        found.isAboutSignature = true
        return [found]
    }
}

extension SignatureRule {
    /// Whether responses may lack, or carry, a signature that had to be there, or not; `nil` is the
    /// rule of the scheme: required.
    static func isLoosened(from before: SignatureRule?, to after: SignatureRule?) -> Bool {
        switch (before ?? .required, after ?? .required) {
        case (.required, .optional), (.required, .absent), (.absent, .optional): true
        default: false
        }
    }

    static func words(_ rule: SignatureRule?) -> String {
        switch rule {
        case .required, nil: "required"
        case .absent: "absent"
        case .optional: "optional"
        }
    }
}
