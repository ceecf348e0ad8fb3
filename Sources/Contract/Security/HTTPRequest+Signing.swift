import Cryptography
import HTTP
import JSON

extension HTTPRequest {
    /// The parts of a request that a scheme can use, besides its body, by the names after
    /// `request.`.
    package static let signedPartNames =
        [
            "method", "host", "hostname", "path", "query", "sortedQuery", "canonicalPath",
            "canonicalQuery", "target", "url",
        ] + bodyHashes.map(\.name)

    private static let bodyHashes: [BodyHash] = [
        BodyHash(name: "bodySha256", algorithm: .sha256, encoding: .hex),
        BodyHash(name: "bodySha256Base64", algorithm: .sha256, encoding: .base64),
        BodyHash(name: "bodyMd5Base64", algorithm: .md5, encoding: .base64),
    ]

    /// A hash of the body by its name.
    private struct BodyHash {
        let name: String
        let algorithm: HashAlgorithm
        let encoding: HMACSignature.TextEncoding
    }

    /// The parts, as `request` in the templates of a scheme.
    ///
    /// - Parameters:
    ///   - used: The names in the templates; the body is hashed only for these.
    ///   - evaluator: Provides stand-ins for hashes.
    /// - Returns: An object; its member `headers` has the fields by name in lower case.
    func signedParts(used: [[String]], using evaluator: Evaluator) -> JSONValue {
        var parts: JSONObject = JSONObject([
            .init(name: "method", value: .string(method)),
            .init(name: "host", value: .string(host)),
            .init(name: "hostname", value: .string(hostname)),
            .init(name: "path", value: .string(path)),
            .init(name: "query", value: .string(query ?? "")),
            .init(name: "sortedQuery", value: .string(sortedQuery)),
            .init(name: "canonicalPath", value: .string(canonicalPath)),
            .init(name: "canonicalQuery", value: .string(canonicalQuery)),
            .init(name: "target", value: .string(target)),
            .init(name: "url", value: .string(url)),
        ])
        let names = Set(used.filter { $0.first == "request" }.compactMap { $0.dropFirst().first })
        for hash in Self.bodyHashes where names.contains(hash.name) {
            let text = evaluator.hash(hash.algorithm, of: body ?? [], in: hash.encoding)
            parts[hash.name] = .string(text)
        }
        if names.contains("headers") {
            let fields = Set(headers.fields.map { $0.name.lowercased() }).union(["host"])
            parts["headers"] = .object(
                JSONObject(
                    fields.sorted().map {
                        .init(name: $0, value: .string(canonicalField($0)))
                    }
                )
            )
        }
        return .object(parts)
    }

    /// The values of a field, trimmed, with single spaces inside, joined by commas.
    func canonicalField(_ name: String) -> String {
        let values = headers[all: name]
        if values.isEmpty, HTTPFields.areSame(name, "host") { return host }
        return values.map { value in
            value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
        }.joined(separator: ",")
    }

    /// Host and port as `Host` has them: without the port that the scheme implies.
    private var host: String {
        let bytes = origin.utf8[...]
        let scheme = bytes.firstRange(of: "://".utf8)
        var host = String(Substring(scheme.map { bytes[$0.upperBound...] } ?? bytes)).lowercased()
        let isTLS = origin.lowercased().hasPrefix("https:")
        let implied = isTLS ? ":443" : ":80"
        if host.hasSuffix(implied) { host.removeLast(implied.count) }
        return host
    }

    /// The path as sent, with each segment encoded once more.
    ///
    /// Source: AWS, "Create a signed AWS API request", step 1: every service but S3.
    private var canonicalPath: String {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PercentEncoding.encoded($0) }.joined(separator: "/")
    }

    /// `sortedQuery` with every name and value in the strict encoding of everything except unreserved characters,
    /// whatever the request uses.
    ///
    /// Source: the same step.
    private var canonicalQuery: String {
        Self.sorted(
            queryItems.map { item in
                (name: Self.canonical(item.name), value: Self.canonical(item.value))
            }
        )
    }

    private static func canonical(_ text: [UInt8]) -> [UInt8] {
        // A form encodes a space as a plus sign; a plus sign is percent-encoded.
        let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return Array(PercentEncoding.encoded(PercentEncoding.decoded(spaced)).utf8)
    }

    /// The items of the query by name, then by value, each with its `=`.
    private var sortedQuery: String { Self.sorted(queryItems) }

    private var queryItems: [(name: [UInt8], value: [UInt8])] {
        (query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { item in
            let parts = item.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            return (name: Array(parts[0]), value: parts.count > 1 ? Array(parts[1]) : [])
        }
    }

    private static func sorted(_ items: [(name: [UInt8], value: [UInt8])]) -> String {
        let sorted = items.sorted { left, right in
            left.name == right.name
                ? left.value.lexicographicallyPrecedes(right.value)
                : left.name.lexicographicallyPrecedes(right.name)
        }
        return sorted.map { item in
            String(decoding: item.name + [UInt8(ascii: "=")] + item.value, as: UTF8.self)
        }.joined(separator: "&")
    }
}
