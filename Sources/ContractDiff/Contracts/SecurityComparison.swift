import Contract
import HTTP
import JSON

/// How requests prove who sends them, and how responses are signed.
struct SecurityComparison {
    let old: ContractSurface
    let new: ContractSurface

    /// What changed for the given calls; a scheme that many of them use is compared once.
    func changes(of pairs: [ServiceComparison.Pair]) -> [ContractChange] {
        var changes: [ContractChange] = []
        var compared: Set<[String]> = []
        for pair in pairs {
            let (before, after) = (scheme(of: pair.old, old), scheme(of: pair.new, new))
            switch (before, after) {
            case (nil, nil): break
            case (nil, let after?):
                changes.append(change(pair, .breaking, "needs security \(after.name) now"))
            case (let before?, nil):
                changes.append(
                    change(pair, .compatible, "no longer needs security \(before.name)")
                )
            case (let before?, let after?):
                guard compared.insert([before.name, after.name]).inserted else { continue }
                let name =
                    before.name == after.name ? before.name : "\(before.name) (now \(after.name))"
                changes += compare(before, after, "security \(name): ")
            }
        }
        return changes
    }

    private func scheme(of operation: Operation, _ surface: ContractSurface) -> SecurityScheme? {
        operation.variants.first?.request.constant("security")
            .flatMap { surface.securitySchemes[$0] }
    }

    private func change(
        _ pair: ServiceComparison.Pair,
        _ severity: ContractChange.Severity,
        _ what: String
    ) -> ContractChange {
        ContractChange(
            severity,
            .security,
            of: .operation(pair.new.id),
            what,
            old: pair.old.location,
            new: pair.new.location
        )
    }

    private func compare(
        _ before: SecurityScheme,
        _ after: SecurityScheme,
        _ prefix: String
    ) -> [ContractChange] {
        var facts =
            Self.fields(before.headers, after.headers, "header")
            + Self.fields(before.query, after.query, "query field")
            + Self.tokenFacts(before.token, after.token)
        switch (before.signature, after.signature) {
        case (nil, nil): break
        case (nil, .some): facts.append((.breaking, "requests have to be signed now"))
        case (.some, nil): facts.append((.compatible, "requests are no longer signed"))
        case (let then?, let now?):
            facts += Self.facts(then, now).map { (.breaking, $0) }
            facts += Self.responseFacts(then.response, now.response)
        }
        switch (before.digest == nil, after.digest == nil) {
        case (true, false):
            facts.append((.breaking, "digest authentication is now required"))
        case (false, true): facts.append((.breaking, "digest authentication is no longer accepted"))
        case (true, true), (false, false): break
        }
        return facts.map { fact in
            ContractChange(
                fact.severity,
                .security,
                of: .service,
                prefix + fact.what,
                old: before.signature?.stringToSign.location,
                new: after.signature?.stringToSign.location
            )
        }
    }
}

// MARK: - What is checked against each other

extension SecurityComparison {
    typealias Fact = (severity: ContractChange.Severity, what: String)

    /// Fields the scheme adds; a single variable's name is the contract's own affair.
    private static func fields(
        _ before: [TemplateValue.Member],
        _ after: [TemplateValue.Member],
        _ noun: String
    ) -> [Fact] {
        var facts: [Fact] = []
        for field in after {
            guard let then = before.first(where: { HTTPFields.areSame($0.name, field.name) })
            else {
                facts.append((.breaking, "\(noun) \(field.name) is needed now"))
                continue
            }
            let (old, new) = (then.value.spelling, field.value.spelling)
            guard old != new, !(isVariable(then.value) && isVariable(field.value)) else { continue }
            facts.append(
                (.breaking, "\(noun) \(field.name) was \(old.text) and is \(new.text)")
            )
        }
        for field in before
        where !after.contains(where: { HTTPFields.areSame($0.name, field.name) }) {
            facts.append((.compatible, "\(noun) \(field.name) is no longer needed"))
        }
        return facts
    }

    static func isVariable(_ value: TemplateValue) -> Bool {
        guard case .text(let template) = value, template.isSingle,
            case .reference = template.parts.first
        else { return false }
        return true
    }

    private static func facts(_ before: HMACSignature, _ after: HMACSignature) -> [String] {
        let rows: [(String, String, String)] = [
            ("the hash", "\(before.algorithm)", "\(after.algorithm)"),
            ("the signature's encoding", before.encoding.rawValue, after.encoding.rawValue),
            ("the signature's place", words(before.place), words(after.place)),
            ("the text around the signature", text(before.value), text(after.value)),
            ("the key's encoding", before.keyEncoding.rawValue, after.keyEncoding.rawValue),
            (
                "the derivation of the key",
                before.derivation.map(text).joined(separator: ", "),
                after.derivation.map(text).joined(separator: ", ")
            ),
            (
                "the list of signed headers", before.signedHeaders.joined(separator: ", "),
                after.signedHeaders.joined(separator: ", ")
            ),
            (
                "the canonical request", text(before.canonicalRequest),
                text(after.canonicalRequest)
            ),
            (
                "the text to sign", JSONValue.string(before.stringToSign.spelling).text,
                JSONValue.string(after.stringToSign.spelling).text
            ),
            (
                "the list of signed parameters",
                before.parameters.map(words).joined(separator: ", "),
                after.parameters.map(words).joined(separator: ", ")
            ),
        ]
        return rows.compactMap { name, then, now in
            then == now ? nil : "\(name) was \(then) and is \(now)"
        }
    }

    private static func text(_ template: Template?) -> String {
        template.map { JSONValue.string($0.spelling).text } ?? "nothing"
    }

    private static func words(_ place: HMACSignature.Place) -> String {
        switch place {
        case .header(let name): "header \(name)"
        case .query(let name): "query field \(name)"
        }
    }

    private static func words(_ parameter: HMACSignature.Parameter) -> String {
        switch parameter {
        case .constant(let name, let value): "\(name)=\(value.spelling)"
        case .header(let name): "header \(name)"
        case .query(let name, let methods):
            "query \(name)" + (methods.map { " of \($0.joined(separator: " "))" } ?? "")
        }
    }

    private static func responseFacts(
        _ before: HMACSignature.Response?,
        _ after: HMACSignature.Response?
    ) -> [Fact] {
        guard let before else {
            return after.map { [(.compatible, "responses are now signed, in \($0.header)")] } ?? []
        }
        guard let after else {
            return [(.breaking, "responses are no longer signed (\(before.header))")]
        }
        let rows: [(String, String?, String?)] = [
            ("the signature header of responses", before.header, after.header),
            (
                "the signed text of responses", before.stringToSign.spelling,
                after.stringToSign.spelling
            ),
            (
                "the signed text of responses without a body", before.emptyBody?.spelling,
                after.emptyBody?.spelling
            ),
        ]
        return rows.compactMap { name, then, now in
            guard then != now else { return nil }
            let (old, new) = (JSONValue.string(then ?? ""), JSONValue.string(now ?? ""))
            return (.breaking, "\(name) was \(old.text) and is \(new.text)")
        }
    }
}
