import Base
import Cryptography
import HTTP
import JSON
import JSONPaths

extension Filter {
    /// One value after this filter, which must not be a filter for lists.
    func applied(to datum: Datum, at path: String) throws(Unanswerable) -> QueryResult {
        switch self {
        case .base64Decode, .hexDecode, .urlDecode, .parseJson, .toDate:
            .value(try decoded(datum, at: path))
        case .base64Encode, .base64UrlEncode, .hexEncode, .urlEncode:
            QueryResult(.string(encoded(try text(of: datum, at: path))))
        case .toInteger: .value(.json(try integer(from: datum, at: path)))
        case .toNumber: .value(.json(try number(from: datum, at: path)))
        case .toString: .value(.json(.string(try string(from: datum, at: path))))
        case .lowercase: QueryResult(.string(try string(of: datum, at: path).lowercased()))
        case .uppercase: QueryResult(.string(try string(of: datum, at: path).uppercased()))
        case .trim: QueryResult(.string(Self.trimmed(try string(of: datum, at: path))))
        case .split(let separator):
            QueryResult(.array(Self.parts(of: try text(of: datum, at: path), at: separator)))
        case .regex(let expression):
            Self.group(of: expression, in: try string(of: datum, at: path))
        case .replace(let old, let new):
            QueryResult(.string(Self.replaced(old, by: new, in: try text(of: datum, at: path))))
        case .urlQueryParam(let name):
            Self.parameter(name, of: try text(of: datum, at: path))
        case .jsonpath(let jsonPath): try found(by: jsonPath, in: datum, at: path)
        case .length: QueryResult(.integer(try length(of: datum, at: path)))
        case .keys: QueryResult(.array(try object(of: datum, at: path).names.map { .string($0) }))
        case .values: QueryResult(.array(try object(of: datum, at: path).members.map(\.value)))
        case .first, .last, .nth, .count, .sort, .unique:
            preconditionFailure("\(self) applies to lists")
        }
    }

    private func encoded(_ bytes: [UInt8]) -> String {
        switch self {
        case .base64UrlEncode: Base64.encode(bytes, alphabet: .url, padded: false)
        case .hexEncode: Hex.encode(bytes)
        case .urlEncode: PercentEncoding.encoded(bytes)
        default: Base64.encode(bytes)
        }
    }

    private func text(of datum: Datum, at path: String) throws(Unanswerable) -> [UInt8] {
        if let text = datum.text { return text }
        throw refusal(of: datum, at: path, needs: "text or bytes")
    }

    private func string(of datum: Datum, at path: String) throws(Unanswerable) -> String {
        if let string = datum.value?.stringValue { return string }
        throw refusal(of: datum, at: path, needs: "text")
    }

    private func object(of datum: Datum, at path: String) throws(Unanswerable) -> JSONObject {
        if let object = datum.value?.objectValue { return object }
        throw refusal(of: datum, at: path, needs: "an object")
    }

    private func found(
        by jsonPath: JSONPath,
        in datum: Datum,
        at path: String
    ) throws(Unanswerable) -> QueryResult {
        guard case .json(let value) = datum else {
            throw refusal(of: datum, at: path, needs: "a JSON value")
        }
        return jsonPath.result(in: value, at: "\(path) | $")
    }

    private func length(of datum: Datum, at path: String) throws(Unanswerable) -> Int {
        switch datum {
        case .json(.string(let string)): return string.unicodeScalars.count
        case .json(.array(let elements)): return elements.count
        case .json(.object(let object)): return object.count
        case .bytes(let bytes): return bytes.count
        case .json: throw refusal(of: datum, at: path, needs: "text, an array or an object")
        }
    }
}

// MARK: - Decoding

extension Filter {
    private func decoded(_ datum: Datum, at path: String) throws(Unanswerable) -> Datum {
        switch self {
        case .base64Decode:
            let text = try string(of: datum, at: path)
            if let bytes = Self.base64Decoded(text) { return .bytes(bytes) }
            throw refusal(of: datum, at: path, needs: "Base64")
        case .hexDecode:
            let text = try string(of: datum, at: path)
            if let bytes = Hex.decode(text) { return .bytes(bytes) }
            throw refusal(of: datum, at: path, needs: "pairs of hexadecimal digits")
        case .urlDecode:
            let text = try text(of: datum, at: path)
            guard PercentEncoding.firstBrokenEscape(in: text) == nil else {
                throw refusal(of: datum, at: path, needs: "two hexadecimal digits after every %")
            }
            let bytes = PercentEncoding.decoded(text)
            return String(validating: bytes, as: UTF8.self).map { .json(.string($0)) }
                ?? .bytes(bytes)
        case .toDate:
            let text = try string(of: datum, at: path)
            guard let date = DateTime(rfc3339: text) ?? DateTime(httpDate: text) else {
                throw refusal(of: datum, at: path, needs: "a date of RFC 3339 or of HTTP")
            }
            return .json(.string(date.text))
        default:
            return .json(try parsed(datum, at: path))
        }
    }

    private func parsed(_ datum: Datum, at path: String) throws(Unanswerable) -> JSONValue {
        let text = try text(of: datum, at: path)
        do throws(JSONTextError) {
            return try JSONValue(parsing: text, duplicates: .refused)
        } catch {
            throw Unanswerable(
                path: path,
                expected: "JSON for the filter \(self)",
                actual: "\(datum.excerpt), which is not JSON: \(error.description)"
            )
        }
    }

    private static func base64Decoded(_ text: String) -> [UInt8]? {
        let isURL = text.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        let isPadded = text.utf8.last == UInt8(ascii: "=") || text.utf8.count.isMultiple(of: 4)
        return Base64.decode(text, alphabet: isURL ? .url : .standard, padded: isPadded)
    }
}

// MARK: - Kinds and text

extension Filter {
    private func integer(from datum: Datum, at path: String) throws(Unanswerable) -> JSONValue {
        if case .json(.number(let number)) = datum, let value = number.exactInt64 {
            return .number(.integer(value))
        }
        if case .json(.number(let number)) = datum, number.isIntegral { return .number(number) }
        if let text = datum.value?.stringValue {
            if let value = Int64(text) { return .number(.integer(value)) }
            if !text.utf8.contains(where: ".eE".utf8.contains),
                case .number(let number)? = try? JSONValue(parsing: text)
            {
                return .number(number)
            }
        }
        throw refusal(of: datum, at: path, needs: "an integer")
    }

    private func number(from datum: Datum, at path: String) throws(Unanswerable) -> JSONValue {
        if case .json(.number(let number)) = datum { return .number(number) }
        let text = try string(of: datum, at: path)
        guard case .number(let number)? = try? JSONValue(parsing: text) else {
            throw refusal(of: datum, at: path, needs: "the text of a JSON number")
        }
        return .number(number)
    }

    private func string(from datum: Datum, at path: String) throws(Unanswerable) -> String {
        switch datum.value {
        case .string(let string)?: return string
        case .number?, .bool?, .null?: return datum.value?.text ?? ""
        case .array?, .object?, nil:
            throw refusal(of: datum, at: path, needs: "text, a number, a truth value or null")
        }
    }

    private static func trimmed(_ text: String) -> String {
        let isSpace = { (scalar: Unicode.Scalar) in " \t\r\n".unicodeScalars.contains(scalar) }
        let start = text.unicodeScalars.drop(while: isSpace)
        let end = start.lastIndex { !isSpace($0) }.map { start.index(after: $0) }
        return String(start[..<(end ?? start.startIndex)])
    }

    /// An empty separator splits nothing.
    private static func parts(of text: [UInt8], at separator: String) -> [JSONValue] {
        let separator = Array(separator.utf8)
        var parts: [JSONValue] = []
        var rest = text[...]
        while !separator.isEmpty, let found = Bytes.first(separator, in: rest) {
            parts.append(.string(String(decoding: rest[..<found], as: UTF8.self)))
            rest = rest[(found + separator.count)...]
        }
        return parts + [.string(String(decoding: rest, as: UTF8.self))]
    }
}
