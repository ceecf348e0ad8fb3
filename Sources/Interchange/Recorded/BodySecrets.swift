import Base
import HTTP
import JSON

/// The secrets of a body that is not read otherwise: values under the names of secrets, as in `password: …` and
/// `"token": "…"`.
struct BodySecrets {
    /// In the order of the body.
    private(set) var values: [String] = []
    /// Names that were looked at; a list repeats them in each element.
    private var isSecret: [String: Bool] = [:]

    /// How much of a name is looked at, from its end, in bytes.
    private static let longestName = 32
    private static let mostKnown = 10_000

    init(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        if let first = bytes.first(where: { $0 > 0x20 }), "{[".utf8.contains(first),
            let json = ObservedRequest.json(text)
        {
            take(json)
            return
        }
        takeFields(of: bytes)
    }

    /// Looks at `name=value` and `name: value`, in lines and in forms.
    private mutating func takeFields(of bytes: [UInt8]) {
        var start = 0
        var mark: Int?
        for position in 0...bytes.count {
            let byte = position < bytes.count ? bytes[position] : 0x0A
            switch byte {
            case 0x0A, 0x0D, UInt8(ascii: "&"):
                if let mark { takeField(bytes[start..<mark], bytes[(mark + 1)..<position]) }
                (start, mark) = (position + 1, nil)
            case UInt8(ascii: "="), UInt8(ascii: ":"): mark = mark ?? position
            default: break
            }
        }
    }

    private mutating func takeField(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        let name = String(decoding: name.suffix(Self.longestName), as: UTF8.self).trimmed
        guard isSecretField(name) else { return }
        let value = String(decoding: value, as: UTF8.self).trimmed
        guard !value.isEmpty else { return }
        values.append(value)
        let decoded = PercentEncoding.decoded(value.replacing("+", with: " "))
        if decoded != value { values.append(decoded) }
    }

    private mutating func take(_ value: JSONValue) {
        switch value {
        case .array(let elements): for element in elements { take(element) }
        case .object(let object):
            for member in object.members {
                if member.value.isScalar, member.value != .null, isSecretField(member.name) {
                    values.append(member.value.stringValue ?? member.value.text)
                } else {
                    take(member.value)
                }
            }
        case .null, .bool, .number, .string: return
        }
    }

    private mutating func isSecretField(_ name: String) -> Bool {
        if let known = isSecret[name] { return known }
        let found = SecretNames.isSecretField(name)
        if isSecret.count < Self.mostKnown { isSecret[name] = found }
        return found
    }
}
