import Base
package import Cryptography

/// A user's name and password for digest authentication, which sends only a digest of them.
package struct DigestCredentials: Hashable, Sendable {
    package let username: String
    package let password: String

    package init(username: String, password: String) {
        self.username = username
        self.password = password
    }
}

/// A server's challenge for digest authentication.
///
/// Supports the quality of protection `auth` or, for servers of RFC 2069, none; not `auth-int`.
///
/// Source: RFC 7616 §3.3.
package struct DigestChallenge: Hashable, Sendable {
    package let realm: String
    package let nonce: String
    package let opaque: String?
    package let algorithm: HashAlgorithm
    /// As the server wrote it, for the `Authorization` field; `nil` for none, which means MD5.
    package let algorithmName: String?
    /// Whether the key is bound to the first nonce and the client's own.
    package let isSession: Bool
    /// Whether `qop=auth` is offered.
    package let hasProtection: Bool
    /// Whether the name of the user is to be hashed.
    package let hidesUser: Bool
    /// Whether only the nonce had expired.
    package let isStale: Bool

    /// The strongest supported challenge of a response; `nil` for none.
    package init?(in headers: HTTPFields) {
        let found = headers[all: "WWW-Authenticate"].flatMap(Self.challenges)
        let best = found.max { $0.algorithm.byteCount < $1.algorithm.byteCount }
        guard let best else { return nil }
        self = best
    }

    private init?(_ parameters: [(name: String, value: String)]) {
        let value = { (name: String) in
            parameters.first { HTTPFields.areSame($0.name, name) }?.value
        }
        guard let realm = value("realm"), let nonce = value("nonce") else { return nil }
        let name = value("algorithm")
        var base = (name ?? "MD5").lowercased()
        isSession = base.hasSuffix("-sess")
        if isSession { base.removeLast("-sess".utf8.count) }
        switch base {
        case "md5": algorithm = .md5
        case "sha-256": algorithm = .sha256
        default: return nil
        }
        let offered = value("qop").map { list in
            list.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
        }
        if let offered, !offered.contains("auth") { return nil }
        self.realm = realm
        self.nonce = nonce
        opaque = value("opaque")
        algorithmName = name
        hasProtection = offered != nil
        hidesUser = value("userhash")?.lowercased() == "true"
        isStale = value("stale")?.lowercased() == "true"
    }
}

// MARK: - Authorization

extension DigestChallenge {
    /// The value of the `Authorization` field.
    ///
    /// - Parameters:
    ///   - request: The request to authorize; its method and target are part of the digest.
    ///   - credentials: The user's.
    ///   - count: Number of uses of the nonce, including this one.
    ///   - clientNonce: The client's nonce, of letters and digits.
    /// - Returns: `Digest username="…", …`.
    package func authorization(
        for request: HTTPRequest,
        as credentials: DigestCredentials,
        count: Int,
        clientNonce: String
    ) -> String {
        let secret = hash("\(credentials.username):\(realm):\(credentials.password)")
        let key = isSession ? hash("\(secret):\(nonce):\(clientNonce)") : secret
        let target = hash("\(request.method):\(request.target)")
        let digits = String(count, radix: 16)
        let counted = String(repeating: "0", count: max(8 - digits.utf8.count, 0)) + digits
        let middle = hasProtection ? "\(nonce):\(counted):\(clientNonce):auth" : nonce
        let response = hash("\(key):\(middle):\(target)")
        let user = credentials.username
        var fields: [String] = []
        if hidesUser {
            fields.append("username=\(Self.quoted(hash("\(user):\(realm)")))")
        } else if user.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            fields.append("username=\(Self.quoted(user))")
        } else {
            fields.append("username*=UTF-8''\(PercentEncoding.encoded(user))")
        }
        fields += [
            "realm=\(Self.quoted(realm))", "nonce=\(Self.quoted(nonce))",
            "uri=\(Self.quoted(request.target))", "response=\"\(response)\"",
        ]
        if let algorithmName { fields.append("algorithm=\(algorithmName)") }
        if let opaque { fields.append("opaque=\(Self.quoted(opaque))") }
        if hasProtection { fields += ["qop=auth", "nc=\(counted)"] }
        if hasProtection || isSession { fields.append("cnonce=\"\(clientNonce)\"") }
        if hidesUser { fields.append("userhash=true") }
        return "Digest " + fields.joined(separator: ", ")
    }

    private func hash(_ text: String) -> String {
        Hex.encode(Digest.hash(algorithm, Array(text.utf8)))
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}

// MARK: - Reading

extension DigestChallenge {
    /// The digest challenges of one field, which may contain other schemes too.
    private static func challenges(in field: String) -> [DigestChallenge] {
        var found: [DigestChallenge] = []
        var scheme = ""
        var parameters: [(name: String, value: String)] = []
        func finish() {
            if HTTPFields.areSame(scheme, "Digest"), let challenge = Self(parameters) {
                found.append(challenge)
            }
            parameters = []
        }
        for item in items(of: field) {
            var rest = item[...]
            // A scheme precedes its first parameter, separated by a space.
            if let space = rest.firstIndex(of: " "), !rest[..<space].contains("=") {
                finish()
                scheme = String(rest[..<space])
                rest = rest[space...].drop { $0 == " " }
            } else if !rest.contains("=") {
                finish()
                scheme = String(rest)
                continue
            }
            guard let equals = rest.firstIndex(of: "=") else { continue }
            let name = rest[..<equals].filter { $0 != " " && $0 != "\t" }
            parameters.append((String(name), unquoted(rest[rest.index(after: equals)...])))
        }
        finish()
        return found
    }

    /// Parts separated by commas outside of quotes.
    private static func items(of field: String) -> [String] {
        var items: [String] = []
        var item = ""
        var (isQuoted, isEscaped) = (false, false)
        for character in field {
            if character == ",", !isQuoted {
                items.append(item)
                item = ""
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            item.append(character)
        }
        items.append(item)
        return items.map { item in
            let isSpace = { (character: Character) in character == " " || character == "\t" }
            return String(item.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
        }.filter { !$0.isEmpty }
    }

    private static func unquoted(_ text: Substring) -> String {
        let inner = text.drop { $0 == " " || $0 == "\t" }
        guard inner.first == "\"", inner.last == "\"", inner.count >= 2 else {
            return String(inner)
        }
        var value = ""
        var isEscaped = false
        for character in inner.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            isEscaped = false
            value.append(character)
        }
        return value
    }
}
