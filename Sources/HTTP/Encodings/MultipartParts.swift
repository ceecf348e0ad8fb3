import Base

/// The parts of a `multipart/form-data` body.
///
/// Source: RFC 7578 §4, RFC 2046 §5.1.
package struct MultipartParts {
    /// One part.
    package struct Part: Hashable {
        package let name: String
        /// `nil` for an ordinary field.
        package let fileName: String?
        package let type: String?
        package let content: [UInt8]
    }

    package private(set) var parts: [Part] = []

    /// Splits a body; `nil` when it is not valid, or has a part without a name.
    package init?(_ body: [UInt8], type: String) {
        guard let boundary = Self.parameter("boundary", of: type), !boundary.isEmpty else {
            return nil
        }
        let mark = Array("--\(boundary)".utf8)
        guard let first = body.firstRange(of: mark) else { return nil }
        var rest = body[first.upperBound...]
        let line = [UInt8](arrayLiteral: 0x0D, 0x0A)
        while !rest.starts(with: "--".utf8) {
            guard let start = rest.firstRange(of: line),
                let end = rest[start.lowerBound...].firstRange(of: line + mark),
                let head = rest[..<end.lowerBound].firstRange(of: line + line)
            else { return nil }
            let fields = String(
                decoding: rest[start.upperBound..<max(start.upperBound, head.lowerBound)],
                as: UTF8.self
            )
            guard
                let part = Self.part(
                    fields,
                    rest[head.upperBound..<max(head.upperBound, end.lowerBound)]
                )
            else { return nil }
            parts.append(part)
            rest = rest[end.upperBound...]
        }
    }

    private static func part(_ fields: String, _ content: ArraySlice<UInt8>) -> Part? {
        var disposition = ""
        var type: String?
        for line in fields.split(whereSeparator: \.isNewline) {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else { continue }
            switch halves[0].lowercased() {
            case "content-disposition": disposition = halves[1].trimmed
            case "content-type": type = halves[1].trimmed
            default: break
            }
        }
        guard let name = parameter("name", of: disposition) else { return nil }
        return Part(
            name: name,
            fileName: parameter("filename", of: disposition),
            type: type,
            content: Array(content)
        )
    }

    /// The value of `; name=value`, with or without quotes.
    static func parameter(_ name: String, of field: String) -> String? {
        var rest = field[...]
        while let mark = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: mark)...].drop { $0 == " " || $0 == "\t" }
            guard rest.prefix(name.count + 1).lowercased() == "\(name)=" else { continue }
            let value = rest.dropFirst(name.count + 1)
            guard value.first == "\"" else { return value.prefix { $0 != ";" }.trimmed }
            var text = ""
            var inner = value.dropFirst()
            while let next = inner.popFirst(), next != "\"" {
                if next == "\\", let escaped = inner.popFirst() {
                    text.append(escaped)
                } else {
                    text.append(next)
                }
            }
            return text
        }
        return nil
    }
}
