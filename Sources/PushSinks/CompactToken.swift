import Cryptography
import JSON

/// A JSON Web Token in compact form, parsed but not verified (RFC 7515 §3.1).
struct CompactToken: Sendable {
    let header: JSONObject
    let claims: JSONObject
    private let input: [UInt8]
    private let signature: [UInt8]

    /// `nil` unless the text has three parts in Base64url, the first two of them JSON objects.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]),
            let claims = Self.object(parts[1]),
            let signature = Base64.decode(String(parts[2]), alphabet: .url, padded: false)
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        input = Array("\(parts[0]).\(parts[1])".utf8)
    }

    private static func object(_ part: Substring) -> JSONObject? {
        guard let bytes = Base64.decode(String(part), alphabet: .url, padded: false) else {
            return nil
        }
        return (try? JSONValue(parsing: bytes, duplicates: .refused))?.objectValue
    }

    /// Whether the key signed it, with the key's algorithm.
    func isSigned(by key: VerifyingKey) -> Bool {
        header["alg"]?.stringValue == key.algorithm.rawValue && key.accepts(signature, of: input)
    }

    /// A claim in seconds since 1970.
    func seconds(_ name: String) -> Int64? {
        guard case .number(let number) = claims[name], number.doubleValue.magnitude < 0x1p53 else {
            return nil
        }
        return Int64(number.doubleValue)
    }
}
