import Glibc
import HTTP

/// Framing of a response, read from its head; the rest of the head is not stored.
struct ResponseHead {
    enum Reading {
        /// The head ends before the byte at `end`.
        case complete(ResponseHead, end: Int)
        case incomplete
        case malformed(ResponseFault)
    }

    /// Of a final response, or of an interim one below 200.
    private(set) var status = 0
    private(set) var keepsAlive = false
    /// `nil` without `Content-Length`.
    private(set) var contentLength: Int?
    /// Whether the last transfer coding is `chunked`.
    private(set) var isChunked = false
    /// Whether the response has a transfer coding.
    private(set) var isCoded = false
    /// Content codings of the body, in order.
    private(set) var codings = BodyCodings()

    /// Largest head in bytes; the same as in other clients.
    static let largest = 256 * 1024

    /// Reads a head from the beginning of `bytes`, which stay where they are.
    static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
        var head = ResponseHead()
        var start = 0
        while let end = lineEnd(in: bytes, from: start) {
            var length = end - start
            if length > 0 && bytes[end - 1] == UInt8(ascii: "\r") { length -= 1 }
            let line = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
            if start == 0 {
                guard head.readStatusLine(line) else { return .malformed(.statusLine) }
            } else if length == 0 {
                return .complete(head, end: end + 1)
            } else if let fault = head.readField(line) {
                return .malformed(fault)
            }
            start = end + 1
            if start > largest { return .malformed(.headTooLarge) }
        }
        if start == 0 && !couldBecomeStatusLine(bytes) { return .malformed(.statusLine) }
        return bytes.count > largest ? .malformed(.headTooLarge) : .incomplete
    }

    /// Whether a request asks to close its connection (RFC 9112 §9.6).
    static func asksForClose(_ request: UnsafeRawBufferPointer) -> Bool {
        var head = ResponseHead()
        head.keepsAlive = true
        forEachValue(of: "connection", in: request) { head.readConnection($0) }
        return !head.keepsAlive
    }

    /// Whether a response announces an event stream.
    static func announcesEvents(_ head: UnsafeRawBufferPointer) -> Bool {
        var types: [Bool] = []
        forEachValue(of: "content-type", in: head) { types.append(isEventStream($0)) }
        return types.first ?? false
    }

    /// Whether a value of `Content-Type` is that of an event stream.
    static func isEventStream(_ type: UnsafeRawBufferPointer) -> Bool {
        EventStreamParser.isMediaType(ofField: String(decoding: type, as: UTF8.self))
    }

    /// Calls `body` with the values of a field, which may occur more than once.
    private static func forEachValue(
        of name: StaticString,
        in head: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        var start = 0
        while let end = lineEnd(in: head, from: start), end - start > 1 {
            let last = head[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
            let line = UnsafeRawBufferPointer(rebasing: head[start..<last])
            if let value = value(of: line, named: name) { body(value) }
            start = end + 1
        }
    }

    private static func lineEnd(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, 0x0A, bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// So that a server that speaks another protocol is not waited for.
    private static func couldBecomeStatusLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let prefix: StaticString = "HTTP/1."
        let count = min(bytes.count, prefix.utf8CodeUnitCount)
        guard let base = bytes.baseAddress, count > 0 else { return true }
        return memcmp(base, prefix.utf8Start, count) == 0
    }

    /// `HTTP/1.1 201 Created`; the reason and the space before it may be missing.
    private mutating func readStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        guard line.count >= 12, Self.couldBecomeStatusLine(line),
            line[8] == UInt8(ascii: " "), line.count == 12 || line[12] == UInt8(ascii: " ")
        else { return false }
        for position in 9..<12 {
            let digit = line[position] &- UInt8(ascii: "0")
            guard digit <= 9 else { return false }
            status = status * 10 + Int(digit)
        }
        switch line[7] {
        case UInt8(ascii: "1"): keepsAlive = true
        case UInt8(ascii: "0"): keepsAlive = false
        default: return false
        }
        return status >= 100
    }

    private mutating func readField(_ line: UnsafeRawBufferPointer) -> ResponseFault? {
        // A folded line continues the value before it; the fields read here are not folded.
        if line[0] == 0x20 || line[0] == 0x09 { return nil }
        // Only four names matter; the first letter rules out most lines.
        switch line[0] | 0x20 {
        case UInt8(ascii: "c"):
            if let value = Self.value(of: line, named: "content-length") {
                return readLength(value)
            }
            if let value = Self.value(of: line, named: "connection") { readConnection(value) }
            if let value = Self.value(of: line, named: "content-encoding") { codings.add(value) }
        case UInt8(ascii: "t"):
            if let value = Self.value(of: line, named: "transfer-encoding") { readCodings(value) }
        default: break
        }
        guard let base = line.baseAddress, let colon = memchr(base, 0x3A, line.count) else {
            return .fieldLine
        }
        let length = UnsafeRawPointer(colon) - base
        guard length > 0, line[length - 1] != 0x20, line[length - 1] != 0x09 else {
            return .fieldLine
        }
        return nil
    }

    /// The value without blanks around it, when the line's name is `name`, which is in small letters.
    private static func value(
        of line: UnsafeRawBufferPointer,
        named name: StaticString
    ) -> UnsafeRawBufferPointer? {
        let length = name.utf8CodeUnitCount
        guard line.count > length, line[length] == UInt8(ascii: ":") else { return nil }
        guard hasPrefix(UnsafeRawBufferPointer(rebasing: line[..<length]), name) else {
            return nil
        }
        return trimmed(UnsafeRawBufferPointer(rebasing: line[(length + 1)...]))
    }

    private mutating func readLength(_ value: UnsafeRawBufferPointer) -> ResponseFault? {
        guard (1...18).contains(value.count) else { return .contentLength }
        var length = 0
        for byte in value {
            let digit = byte &- UInt8(ascii: "0")
            guard digit <= 9 else { return .contentLength }
            length = length * 10 + Int(digit)
        }
        if let contentLength, contentLength != length { return .contentLength }
        contentLength = length
        return nil
    }

    private mutating func readConnection(_ value: UnsafeRawBufferPointer) {
        Self.forEachElement(of: value) { element in
            if element.count == 5 && Self.hasPrefix(element, "close") { keepsAlive = false }
            if element.count == 10 && Self.hasPrefix(element, "keep-alive") { keepsAlive = true }
        }
    }

    private mutating func readCodings(_ value: UnsafeRawBufferPointer) {
        isCoded = true
        Self.forEachElement(of: value) { element in
            isChunked = element.count == 7 && Self.hasPrefix(element, "chunked")
        }
    }

    /// Calls `body` with each element of a list, without blanks around it (RFC 9110 §5.6.1).
    static func forEachElement(
        of value: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        var start = 0
        for end in 0...value.count where end == value.count || value[end] == UInt8(ascii: ",") {
            let element = trimmed(UnsafeRawBufferPointer(rebasing: value[start..<end]))
            if !element.isEmpty { body(element) }
            start = end + 1
        }
    }

    static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var (start, end) = (0, bytes.count)
        while start < end && (bytes[start] == 0x20 || bytes[start] == 0x09) { start += 1 }
        while start < end && (bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    /// Whether `bytes` begin with a lowercase name, ignoring case.
    private static func hasPrefix(_ bytes: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
        guard let base = bytes.baseAddress, bytes.count >= name.utf8CodeUnitCount else {
            return false
        }
        // The pointers are not stored; the name is a static string.
        return strncasecmp(
            base.assumingMemoryBound(to: CChar.self),
            UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
            name.utf8CodeUnitCount
        ) == 0
    }
}
