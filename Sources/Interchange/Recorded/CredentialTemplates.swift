import Cryptography
import HTTP
import JSON

/// Replaces credentials of requests by variables.
///
/// Every value that succeeded has a variable of its own; a value that never succeeded, where another one did, was
/// wrong on purpose, and its step sets the variable to a random value.
struct CredentialTemplates {
    /// The accepted values in order, by the variable named after the field.
    private var accepted: [String: [String]] = [:]
    /// All recorded credentials, to find them in other places.
    private(set) var secrets: [String] = []
    /// Names under which a body or a query has ordinary data, for example tokens of devices: several random values
    /// were accepted there.
    private(set) var data: Set<String> = []
    /// Header and query fields with a different value in each of several requests that no response contained: it is
    /// computed, for example a signature.
    private(set) var computed: Set<String> = []
    /// The names of the inserted variables.
    private(set) var names: Set<String> = []

    /// The words before the credential in an `Authorization` field and the like.
    private static let kinds = ["bearer", "token", "apikey", "key", "basic"]

    /// A credential in its place.
    private struct Credential {
        let base: String
        /// The text before it, such as `Bearer `.
        let prefix: String
        let value: String
    }

    /// - Parameters:
    ///   - exchanges: All of them.
    ///   - isFailure: Whether the response of one is a failure.
    init(_ exchanges: [ObservedExchange], isFailure: (ObservedExchange) -> Bool) {
        var inHeaders: Set<String> = []
        var seen: [(base: String, value: String)] = []
        for exchange in exchanges {
            let isAccepted = !isFailure(exchange)
            for (text, place) in exchange.request.texts {
                for credential in Self.credentials(text, place) {
                    if case .header = place { inHeaders.insert(credential.base) }
                    seen.append((credential.base, credential.value))
                    names.insert(credential.base)
                    guard isAccepted else { continue }
                    if accepted[credential.base]?.contains(credential.value) != true {
                        accepted[credential.base, default: []].append(credential.value)
                    }
                }
            }
        }
        data = Self.data(in: accepted).subtracting(inHeaders)
        findComputed(exchanges, isFailure: isFailure)
        names.subtract(data)
        // Without a success it is unknown which was wrong: each keeps its own variable.
        let refused = Set(seen.map(\.base)).filter { accepted[$0] == nil }
        for (base, value) in seen where refused.contains(base) {
            if accepted[base]?.contains(value) != true {
                accepted[base, default: []].append(value)
            }
        }
        for (base, values) in accepted where names.contains(base) {
            for index in values.indices { names.insert(Self.numbered(base, index)) }
        }
        secrets = seen.filter { !data.contains($0.base) }.map(\.value)
    }

    private mutating func findComputed(
        _ exchanges: [ObservedExchange],
        isFailure: (ObservedExchange) -> Bool
    ) {
        var uses: [String: Int] = [:]
        var given: Set<String> = []
        for exchange in exchanges where !isFailure(exchange) {
            if let json = exchange.response?.json { given.formUnion(json.texts) }
            for (text, place) in exchange.request.texts {
                switch place {
                case .header, .query:
                    for found in Self.credentials(text, place) { uses[found.base, default: 0] += 1 }
                case .segment, .form, .member, .text: continue
                }
            }
        }
        for (base, count) in uses where count > 2 && !data.contains(base) {
            let values = accepted[base] ?? []
            guard values.count == count, given.isDisjoint(with: values),
                !Self.areAccounts(base, values)
            else { continue }
            computed.insert(base)
            accepted[base] = Array(values.prefix(1))
        }
    }

    /// Whether different values can belong to different accounts, rather than being recomputed: passwords, and bearer
    /// tokens unless they have the same claims at different times.
    private static func areAccounts(_ base: String, _ values: [String]) -> Bool {
        if base == "basicPassword" { return true }
        guard base == "bearerToken" else { return false }
        let claims = values.map(claims(of:))
        return claims.contains(nil) || Set(claims).count > 1
    }

    /// The claims of a JSON token, without the times; `nil` for any other token.
    private static func claims(of token: String) -> JSONValue? {
        let parts = token.split(separator: ".")
        guard parts.count == 3, let bytes = Base64.decode(recorded: String(parts[1])) else {
            return nil
        }
        do {
            guard var claims = try JSONValue(parsing: bytes).objectValue else { return nil }
            for name in ["iat", "exp", "nbf", "jti"] { claims[name] = nil }
            return .object(claims)
        } catch {
            return nil
        }
    }

    private static func data(in accepted: [String: [String]]) -> Set<String> {
        let kept = accepted.filter { base, values in
            let random = values.count(where: TellingValue.isRandom)
            return base.lowercased().contains("token") && random > 1
        }
        return Set(kept.keys)
    }

    /// Whether a text in a place is a credential of the request.
    func isCredential(_ text: String, _ place: RequestPlace) -> Bool {
        Self.credentials(text, place).contains { !data.contains($0.base) }
    }

    /// Ordinary data despite a secret-sounding name: its name, and the value.
    func data(in request: ObservedRequest) -> [(name: String, value: String)] {
        guard !data.isEmpty else { return [] }
        return request.texts.flatMap { text, place in
            Self.credentials(text, place)
                .filter { data.contains($0.base) && TellingValue.isRandom($0.value) }
                .map { ($0.base, $0.value) }
        }
    }

    /// The variables of a value from a response, one for each kind of credential field that has it, with the names of
    /// the kinds; empty when none has it.
    func variables(of value: String) -> [(name: String, base: String)] {
        let found = accepted.sorted { $0.key < $1.key }.compactMap { base, values in
            values.firstIndex(of: value).map { (name: Self.numbered(base, $0), base: base) }
        }
        let credentials = found.filter { !data.contains($0.base) }
        return credentials.isEmpty ? Array(found.prefix(1)) : credentials
    }

    /// Rewrites the credentials of a request.
    ///
    /// - Returns: The `let` of its step: random values for variables whose value was wrong.
    func rewrite(_ request: inout ObservedRequest) -> JSONObject {
        var bindings = JSONObject()
        guard request.holdsTemplates else { return bindings }
        request.mapTexts { text, place in
            let found = Self.credentials(text, place).filter { !data.contains($0.base) }
            guard !found.isEmpty else { return nil }
            if place == .header("Cookie") || place.name?.lowercased() == "cookie" {
                return found.map { "\($0.prefix)=\(template($0, &bindings))" }.joined(
                    separator: "; "
                )
            }
            return found.map { "\($0.prefix)\(template($0, &bindings))" }.joined()
        }
        return bindings
    }

    private func template(_ credential: Credential, _ bindings: inout JSONObject) -> String {
        let values = accepted[credential.base] ?? []
        let index = values.firstIndex(of: credential.value)
        let name = Self.numbered(credential.base, index ?? 0)
        let isWrong = index == nil && !values.isEmpty && !computed.contains(credential.base)
        if isWrong { bindings[name] = .string(Self.chance(credential.value)) }
        return "{{\(name)}}"
    }

    private static func numbered(_ base: String, _ index: Int) -> String {
        index == 0 ? base : "\(base)\(index + 1)"
    }

    /// An unused value of the same kind and length.
    static func chance(_ value: String) -> String {
        // The longest that a template can generate.
        let count = min(value.utf8.count, 65_536)
        let isUUID = value.split(separator: "-").map(\.utf8.count) == [8, 4, 4, 4, 12]
        let digits = value.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let isHex = value.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
        }
        switch true {
        case value.isEmpty: return ""
        case isUUID: return "{{uuid}}"
        case digits: return "{{digits \(count)}}"
        case isHex: return "{{hex \(count)}}"
        default: return "{{alnum \(count)}}"
        }
    }

    private static func credentials(_ text: String, _ place: RequestPlace) -> [Credential] {
        guard ValueFlows.isCredential(place), let field = place.name, !text.contains("{{") else {
            return []
        }
        guard case .header = place else {
            return [Credential(base: RequestDrafter.variableName(field), prefix: "", value: text)]
        }
        if field.lowercased() == "cookie" {
            return Cookie.pairs(in: [text]).map {
                Credential(
                    base: RequestDrafter.variableName($0.name),
                    prefix: $0.name,
                    value: $0.value
                )
            }
        }
        let words = text.split(separator: " ", maxSplits: 1)
        if words.count == 2, kinds.contains(words[0].lowercased()) {
            let kind = words[0].lowercased()
            if kind == "basic" {
                guard let (user, password) = RequestDrafter.pair(String(words[1])) else {
                    return []
                }
                // The drafter splits name and password.
                return [
                    Credential(
                        base: "basicPassword",
                        prefix: "\(words[0]) \(user):",
                        value: password
                    )
                ]
            }
            let base = kind == "bearer" ? "bearerToken" : RequestDrafter.variableName(field)
            return [Credential(base: base, prefix: "\(words[0]) ", value: String(words[1]))]
        }
        return [Credential(base: RequestDrafter.variableName(field), prefix: "", value: text)]
    }
}

extension JSONValue {
    /// All its texts.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let object): object.members.flatMap(\.value.texts)
        case .null, .bool, .number: []
        }
    }
}
