import Base
import Cryptography
import JSON

// MARK: - Texts

extension HurlReader {
    /// Text with its escapes resolved and its templates unchanged, up to its end on this line.
    mutating func text(until isEnd: (UInt8) -> Bool) throws(InterchangeError) -> String {
        var text: [UInt8] = []
        while let next, next != 0x0A, !isEnd(next) {
            if isNext("{{"), let template = takeTemplate() {
                text += template
            } else if next == UInt8(ascii: "\\") {
                position += 1
                text += try escaped().utf8
            } else {
                text.append(next)
                position += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `{{…}}` on one line; `nil` when it does not end there.
    private mutating func takeTemplate() -> ArraySlice<UInt8>? {
        let line = bytes[position...].prefix { $0 != 0x0A }
        guard let end = line.firstRange(of: Array("}}".utf8)) else { return nil }
        defer { position = end.upperBound }
        return line[..<end.upperBound]
    }

    /// The character after a backslash.
    private mutating func escaped() throws(InterchangeError) -> String {
        guard let next, next != 0x0A else { throw error("a character after \"\\\"") }
        position += 1
        switch next {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"):
            guard take("{") else { throw error("\"{\" after \"\\u\", as in \"\\u{41}\"") }
            let digits = takeWord { $0.hexDigitValue != nil }
            guard take("}"), let value = UInt32(digits, radix: 16),
                let scalar = Unicode.Scalar(value)
            else { throw error("a code point, as in \"\\u{41}\"", found: "\"\(digits)\"") }
            return String(Character(scalar))
        default: return String(decoding: [next], as: UTF8.self)
        }
    }

    /// `"…"`, `` `…` `` or a text between three backticks, beginning here.
    private mutating func quotedText() throws(InterchangeError) -> String {
        let quote = bytes[position]
        position += 1
        let text = try text { $0 == quote }
        guard next == quote else {
            throw error("\(quote == UInt8(ascii: "\"") ? "'\"'" : "\"`\"") at the end of a text")
        }
        position += 1
        return text
    }

    /// A text between three backticks, and the word after the first of them.
    private mutating func multilineText() throws(InterchangeError) -> (tag: String, text: String) {
        let start = line
        position += 3
        let tag = takeWord { $0.isASCIILetter || $0.isASCIIDigit }
        // Attributes, such as `escape`, have no effect here.
        _ = takeWord { $0 != 0x0A && $0 != UInt8(ascii: "`") }
        if next == 0x0A {
            position += 1
            line += 1
        }
        guard let end = bytes[position...].firstRange(of: Array("```".utf8)) else {
            throw error("\"```\" at the end of a text", found: "the end of the file", start)
        }
        let content = bytes[position..<end.lowerBound]
        line += content.count { $0 == 0x0A }
        position = end.upperBound
        return (tag, String(decoding: content, as: UTF8.self))
    }
}

// MARK: - Values

extension HurlReader {
    /// A value that begins here; `nil` for a word.
    private mutating func literal() throws(InterchangeError) -> HurlEntry.Literal? {
        guard let next else { return nil }
        switch next {
        case UInt8(ascii: "\""): return .text(try quotedText())
        case UInt8(ascii: "`"):
            guard isNext("```") else { return .text(try quotedText()) }
            let (tag, text) = try multilineText()
            return try encoded(tag, text) ?? .text(text)
        case UInt8(ascii: "/"): return .regex(try regex())
        case UInt8(ascii: "{"):
            guard isNext("{{"), let template = takeTemplate() else { return nil }
            return .template(String(decoding: template, as: UTF8.self))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .value(try number())
        default: break
        }
        for tag in ["base64", "hex", "file"] where isNext("\(tag),") {
            position += tag.utf8.count + 1
            let text = takeWord { $0 != UInt8(ascii: ";") }
            line += text.utf8.count { $0 == 0x0A }
            guard take(";") else { throw error("\";\" after \"\(tag),…\"") }
            if tag == "file" { return .file(text.trimmed) }
            return try encoded(tag, text)
        }
        for (word, value) in [("true", JSONValue.bool(true)), ("false", false), ("null", .null)]
        where isNext(word) && !isWordCharacter(at: position + word.utf8.count) {
            position += word.utf8.count
            return .value(value)
        }
        return nil
    }

    private func isWordCharacter(at index: Int) -> Bool {
        guard index < bytes.count else { return false }
        let byte = bytes[index]
        return byte.isASCIILetter || byte.isASCIIDigit || "_-".utf8.contains(byte)
    }

    /// Bytes in Base64 or hexadecimal digits; `nil` for any other tag.
    private func encoded(
        _ tag: String,
        _ text: String
    ) throws(InterchangeError) -> HurlEntry.Literal? {
        let plain = text.filter { !$0.isWhitespace }
        switch tag {
        case "hex":
            guard let bytes = Hex.decode(plain) else {
                throw error("hexadecimal digits", found: "\"\(plain.prefix(40))\"")
            }
            return .bytes(bytes)
        case "base64":
            guard let bytes = Base64.decode(recorded: plain) else {
                throw error("Base64", found: "\"\(plain.prefix(40))\"")
            }
            return .bytes(bytes)
        default: return nil
        }
    }

    private mutating func regex() throws(InterchangeError) -> String {
        position += 1
        var text: [UInt8] = []
        while let next, next != 0x0A, next != UInt8(ascii: "/") {
            position += 1
            if next == UInt8(ascii: "\\"), let behind = self.next, behind != 0x0A {
                // A slash needs no escape unless it ends the expression.
                if behind != UInt8(ascii: "/") { text.append(next) }
                text.append(behind)
                position += 1
            } else {
                text.append(next)
            }
        }
        guard take("/") else { throw error("\"/\" at the end of a regular expression") }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func number() throws(InterchangeError) -> JSONValue {
        let text = takeWord { $0.isASCIIDigit || "+-.eE".utf8.contains($0) }
        do {
            return try JSONValue(parsing: text)
        } catch {
            throw self.error("a number", found: "\"\(text)\"")
        }
    }

    /// A query, filters and, in an assert, a predicate.
    mutating func sentence(named isNamed: Bool) throws(InterchangeError) -> HurlEntry.Sentence {
        var sentence = HurlEntry.Sentence(line: line)
        if isNamed { sentence.name = try fieldName() }
        let start = position
        skipSpaces()
        while let next, next != 0x0A, next != UInt8(ascii: "#") {
            if let literal = try literal() {
                guard !sentence.calls.isEmpty else { throw error("a query such as jsonpath") }
                sentence.calls[sentence.calls.count - 1].arguments.append(literal)
            } else {
                let word = takeWord {
                    $0.isASCIILetter || $0.isASCIIDigit || "_-=!<>".utf8.contains($0)
                }
                guard !word.isEmpty else { throw error("a query, a filter or a predicate") }
                if word == "not", !sentence.calls.isEmpty {
                    sentence.isNegated = true
                } else {
                    sentence.calls.append(HurlEntry.Call(name: word))
                }
            }
            skipSpaces()
        }
        guard sentence.calls.count > (isNamed ? 0 : 1) else {
            throw error(isNamed ? "a query" : "a query and a predicate")
        }
        sentence.source = String(decoding: bytes[start..<position], as: UTF8.self).trimmed
        try endLine()
        try skipBlanks()
        return sentence
    }
}

// MARK: - Bodies

extension HurlReader {
    /// The body that begins here.
    mutating func body() throws(InterchangeError) -> HurlEntry.Body {
        let start = line
        let opening = position
        if isNext("```") {
            let (tag, text) = try multilineText()
            if let bytes = try encoded(tag, text) {
                return HurlEntry.Body(line: start, kind: .other, content: bytes)
            }
            let kinds: [String: HurlEntry.Body.Kind] = [
                "json": .json, "xml": .xml, "graphql": .graphQL,
            ]
            return HurlEntry.Body(line: start, kind: kinds[tag] ?? .other, content: .text(text))
        }
        let isOneLine = next == UInt8(ascii: "`")
        if isOneLine || ["base64,", "hex,", "file,"].contains(where: isNext) {
            guard let literal = try literal() else { throw error("a body") }
            return HurlEntry.Body(line: start, kind: .other, content: literal)
        }
        if next == UInt8(ascii: "<") {
            try skipXML()
        } else {
            try skipJSON()
        }
        let text = String(decoding: bytes[opening..<position], as: UTF8.self)
        line += bytes[opening..<position].count { $0 == 0x0A }
        return HurlEntry.Body(
            line: start,
            kind: bytes[opening] == UInt8(ascii: "<") ? .xml : .json,
            content: .text(text)
        )
    }

    /// Skips to the end of a JSON value with templates.
    private mutating func skipJSON() throws(InterchangeError) {
        var depth = 0
        repeat {
            guard let next else { throw error("the end of the JSON body") }
            switch next {
            case UInt8(ascii: "\""):
                position += 1
                while let inner = self.next, inner != UInt8(ascii: "\"") {
                    position = min(bytes.count, position + (inner == UInt8(ascii: "\\") ? 2 : 1))
                }
                guard take("\"") else {
                    position = bytes.count
                    throw error("'\"' at the end of a text in the JSON body")
                }
            case UInt8(ascii: "{") where isNext("{{"):
                guard takeTemplate() != nil else { throw error("\"}}\" after \"{{\"") }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                position += 1
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"):
                position += 1
            default:
                let word = takeWord {
                    $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0)
                }
                guard !word.isEmpty else { throw error("JSON") }
            }
        } while depth > 0
    }

    /// Skips to the end of the root element of an XML text.
    private mutating func skipXML() throws(InterchangeError) {
        var depth = 0
        var isBegun = false
        repeat {
            guard let next else { throw error("the end of the XML body") }
            guard next == UInt8(ascii: "<") else {
                position += 1
                continue
            }
            let ends = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
            if let (_, end) = ends.first(where: { isNext($0.0) }) {
                try skip(through: end)
                continue
            }
            isBegun = true
            let closes = isNext("</")
            try skip(through: ">")
            let isEmpty = position > 1 && bytes[position - 2] == UInt8(ascii: "/")
            depth += closes ? -1 : isEmpty ? 0 : 1
        } while depth > 0 || !isBegun
    }

    private mutating func skip(through end: String) throws(InterchangeError) {
        guard let range = bytes[position...].firstRange(of: Array(end.utf8)) else {
            position = bytes.count
            throw error("\"\(end)\" in the XML body")
        }
        position = range.upperBound
    }
}
