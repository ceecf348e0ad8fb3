import Base
import Cryptography
import HTTP

/// The secret values that requests sent, to find them in everything else.
struct RequestSecrets {
    private(set) var values: Set<String> = []
    /// Variables for fields whose values are ordinary data despite their names.
    private let ordinary: Set<String>

    init(ordinary: Set<String> = []) { self.ordinary = ordinary }

    /// Adds known secrets; those that are too short to be found are ignored.
    mutating func add(_ secrets: some Sequence<String>) {
        for secret in secrets where Self.isFindable(secret) && !LiteralText.isTemplate(secret) {
            values.insert(String(secret.unicodeScalars.prefix(Self.longest)))
        }
    }

    /// The part of a longer secret that is looked for, in characters: more than an example of a response may have.
    private static let longest = 32 << 10

    /// Adds the values of cookies, most of which are settings and the like.
    mutating func addCookies(_ cookies: [String]) {
        add(cookies.filter(Self.isTelling))
    }

    /// Adds all secrets of a request.
    mutating func take(_ request: ObservedRequest) {
        let shape = PathShape(request.url.path, host: request.url.host)
        add(shape.params.filter(\.isSecret).map(\.value))
        if let user = request.url.user { addPair(user) }
        for (text, place) in request.texts {
            switch place {
            case .text where text.first { !$0.isWhitespace } == "<":
                add(SecretXML(text).pieces.filter { $0.field != nil }.map(\.text))
            case .segment, .text: continue
            case .header(let name):
                let isNamed = request.secretFields.contains(name.lowercased())
                if isNamed || SecretNames.isSecretHeader(name) { takeHeader(name, text) }
            case .query(let name):
                let isNamed = request.secretFields.contains(name.lowercased())
                if isNamed || isSecret(name, place) { add([text]) }
            case .form(let name), .member(let name):
                if isSecret(name, place) { add([text]) }
            }
        }
    }

    private func isSecret(_ name: String, _ place: RequestPlace) -> Bool {
        ValueFlows.isCredential(place) && !ordinary.contains(RequestDrafter.variableName(name))
    }

    private mutating func takeHeader(_ name: String, _ value: String) {
        if name.lowercased() == "cookie" {
            for cookie in Cookie.pairs(in: [value]) {
                if SecretNames.isSecretField(cookie.name) {
                    add([cookie.value])
                } else {
                    addCookies([cookie.value])
                }
            }
            return
        }
        let words = value.split(separator: " ", maxSplits: 1)
        guard words.count == 2 else { return add([value]) }
        let rest = String(words[1])
        if words[0].lowercased() == "basic" {
            // Without its padding it is found in a longer text, too.
            add([rest])
            if let bytes = Base64.decode(recorded: rest),
                let pair = String(validating: bytes, as: UTF8.self)
            {
                addPair(pair)
            }
            return
        }
        add([value, rest])
        // `Token token="…"`, `Digest response="…"`.
        let parts = rest.split(separator: ",").compactMap {
            $0.split(separator: "=", maxSplits: 1).last
        }
        add(parts.map { $0.trimmed.filter { $0 != "\"" } }.filter(Self.isTelling))
    }

    /// Adds the password of `user:password`.
    private mutating func addPair(_ pair: String) {
        let halves = pair.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return add([pair]) }
        add([String(halves[1])])
        if !halves[1].isEmpty { add([Base64.encode(Array(pair.utf8)), pair]) }
    }

    /// A shorter text occurs by chance; so do short words.
    private static func isFindable(_ text: String) -> Bool {
        let isWord = text.utf8.allSatisfy(\.isASCIILetter)
        return text.unicodeScalars.count >= (isWord ? 6 : Redactor.minimumLength)
    }

    /// Whether a text is unlikely to occur by chance.
    static func isTelling(_ text: String) -> Bool {
        text.utf8.count >= (text.utf8.contains(where: \.isASCIIDigit) ? 8 : 20)
    }
}
