import Contract
import JSON
import JSONSchemas

/// A part of a request that the `accepts` of its operation excludes.
struct UnacceptedPart {
    let rule: AcceptanceRule
    let content: JSONValue?
    /// `nil` when the schema gives no reason.
    let violation: SchemaViolation?

    /// `json: /price: expected at least 0, got -2`.
    var description: String {
        "\(rule.section): \(violation?.description ?? "it is not accepted")"
    }

    /// The refusal whose case violates the same member in the same way, otherwise in another way.
    ///
    /// - Parameters:
    ///   - refusals: Those that the cases show.
    ///   - agreement: How closely it must match: one for the same member, two for the same keyword as well.
    /// - Returns: The first of those that match best; `nil` for none.
    func shown(by refusals: [LearntRefusal], agreement: Int) -> LearntRefusal? {
        guard let violation else { return nil }
        var best: (refusal: LearntRefusal, agreement: Int)?
        for refusal in refusals {
            let found = refusal.agreement(with: violation, of: rule, in: content)
            if found >= agreement, found > best?.agreement ?? 0 { best = (refusal, found) }
        }
        return best?.refusal
    }

    /// The violation as a difference, at the location and with the basis of a promise.
    func difference(of promise: Promise?) -> Difference? {
        violation.map { violation in
            let pointer = try? JSONPointer(violation.instanceLocation)
            return Difference(
                path: LearntRefusal.place(rule.section, pointer?.tokens ?? []),
                expected: violation.expected,
                actual: violation.actual,
                location: promise?.location ?? rule.location,
                basis: promise?.basis ?? .documented
            )
        }
    }
}

extension Operation {
    /// The first part of a request that is not accepted; `nil` for an accepted request.
    func unacceptedPart(of fields: RequestFields) -> UnacceptedPart? {
        for rule in accepted {
            let content = fields.content(for: rule)
            guard !rule.accepts(content) else { continue }
            let violation = rule.violations(of: content).first
            return UnacceptedPart(rule: rule, content: content, violation: violation)
        }
        return nil
    }
}
