import Contract
import JSON

extension SecurityComparison {
    /// What is asked of a client before it has a token.
    static func tokenFacts(_ before: TokenSource?, _ after: TokenSource?) -> [Fact] {
        switch (before, after) {
        case (nil, nil): return []
        case (nil, _?): return [(.breaking, "an access token is needed now")]
        case (_?, nil): return [(.compatible, "an access token is no longer needed")]
        case (.signed(let then)?, .signed(let now)?):
            return facts([
                ("the token's algorithm", then.algorithm.rawValue, now.algorithm.rawValue),
                ("the token's header", words(then.header), words(now.header)),
                ("the token's claims", words(then.claims), words(now.claims)),
            ])
        case (.granted(let then)?, .granted(let now)?):
            return facts([
                ("the token request", words(then.request), words(now.request)),
                ("the scope of the token", words(then.scope), words(now.scope)),
                (
                    "the client's authentication", then.authentication.rawValue,
                    now.authentication.rawValue
                ),
            ])
        case (.signed?, .granted?):
            return [(.breaking, "the client signed its token and asks a server for it now")]
        case (.granted?, .signed?):
            return [(.breaking, "a server granted the token and the client signs it now")]
        }
    }

    private static func facts(_ rows: [(name: String, then: String, now: String)]) -> [Fact] {
        rows.filter { $0.then != $0.now }.map { row in
            (.breaking, "\(row.name) was \(row.then) and is \(row.now)")
        }
    }

    /// The members by name; what a variable is called is the contract's own affair.
    private static func words(_ members: [TemplateValue.Member]) -> String {
        let words = members.map { member in
            isVariable(member.value) ? member.name : "\(member.name)=\(member.value.spelling.text)"
        }
        return words.isEmpty ? "empty" : words.joined(separator: ", ")
    }

    private static func words(_ scope: [Template]) -> String {
        scope.isEmpty ? "none" : scope.map(\.spelling).joined(separator: " ")
    }

    private static func words(_ request: RequestTemplate) -> String {
        let sections = ["target", "basePath", "path", "query", "form"].compactMap { name in
            request[name].map { value in
                let text = value.members.map(words) ?? value.spelling.scalarText
                return name == "path" ? text : "\(name) \(text)"
            }
        }
        return sections.joined(separator: ", ")
    }
}
