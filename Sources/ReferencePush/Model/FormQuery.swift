/// The decoded parameters of a query in form encoding; the first of two with one name counts.
struct FormQuery: Sendable {
    private let items: [(name: String, value: String)]

    init(_ query: String?) {
        items = (query ?? "").split(separator: "&").map { item in
            let name = item.prefix { $0 != "=" }
            return (Self.decoded(name), Self.decoded(item.dropFirst(name.count + 1)))
        }
    }

    subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }

    /// Undoes `%HH`, and `+` where it is a space, which in a path it is not; a `%` that begins no
    /// such pair stands for itself.
    static func decoded(_ text: Substring, plusIsSpace: Bool = true) -> String {
        let source = Array(text.utf8)
        guard source.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var position = 0
        while position < source.count {
            let byte = source[position]
            if byte == UInt8(ascii: "%"), position + 2 < source.count,
                let high = hexDigit(source[position + 1]), let low = hexDigit(source[position + 2])
            {
                bytes.append(high << 4 | low)
                position += 3
            } else {
                let isSpace = plusIsSpace && byte == UInt8(ascii: "+")
                bytes.append(isSpace ? UInt8(ascii: " ") : byte)
                position += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
