/// A server-sent event as a browser would dispatch it.
///
/// Source: WHATWG HTML, §9.2.6 "Interpreting an event stream".
package struct StreamedEvent: Hashable, Sendable {
    /// The type of the event; `message` when the server sets none.
    package let name: String
    /// Its lines, joined by `\n`; events without data are not dispatched.
    package let data: String
    /// The last event ID of the stream; `nil` when unset or reset.
    package let id: String?
    /// The last reconnection time of the stream, in milliseconds; `nil` when unset.
    package let retry: Int?

    package init(name: String = "message", data: String, id: String? = nil, retry: Int? = nil) {
        self.name = name
        self.data = data
        self.id = id
        self.retry = retry
    }
}

extension StreamedEvent {
    /// A stream of events as a server sends it.
    ///
    /// - Parameter events: Only the first line of a name or an identifier is sent.
    /// - Returns: UTF-8; each event ends with an empty line.
    package static func stream(_ events: some Sequence<StreamedEvent>) -> [UInt8] {
        var text = ""
        var id: String?
        for event in events {
            if event.name != "message" { text += "event: \(firstLine(event.name))\n" }
            // An identifier lasts until the next one; an empty one removes it.
            if event.id != id { text += "id: \(firstLine(event.id ?? ""))\n" }
            id = event.id
            if let retry = event.retry { text += "retry: \(retry)\n" }
            let lines = event.data.split(omittingEmptySubsequences: false, whereSeparator: endsLine)
            for line in lines { text += "data: \(line)\n" }
            text += "\n"
        }
        return Array(text.utf8)
    }

    private static func firstLine(_ text: String) -> Substring { text.prefix { !endsLine($0) } }

    private static func endsLine(_ character: Character) -> Bool {
        ["\n", "\r", "\r\n"].contains(character)
    }
}

/// Why parsing of an event stream stopped.
package enum EventStreamFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A line, or the data of an event, exceeds the limit in bytes.
    case tooLong(limit: Int, event: Int)
    /// The line that is not UTF-8, counted from one.
    case notText(line: Int)

    package var description: String {
        switch self {
        case .tooLong(let limit, let event):
            "event \(event) is longer than \(limit) bytes"
        case .notText(let line):
            "line \(line) is not UTF-8"
        }
    }
}

/// Parses an event stream incrementally, in pieces of any size.
///
/// An incomplete event at the end is dropped with the parser, as in browsers. No input is accepted after a fault.
///
/// Source: WHATWG HTML, §9.2.5 "Parsing an event stream" and §9.2.6.
package struct EventStreamParser: Sendable {
    /// Largest size in bytes of a line, and of the data of an event.
    package let limit: Int
    /// Number of events returned so far.
    package private(set) var count = 0

    private var line: [UInt8] = []
    private var lineNumber = 1
    private var followsCarriageReturn = false
    private var name = ""
    /// The lines of the current event, each followed by `\n`.
    private var data = ""
    private var id = ""
    private var retry: Int?

    /// The media type of event streams.
    package static let mediaType = "text/event-stream"

    /// Whether a value of `Content-Type` has this media type, with any parameters.
    package static func isMediaType(ofField value: String) -> Bool {
        HTTPFields.mediaType(value) == mediaType
    }

    package init(limit: Int = 1 << 20) { self.limit = limit }

    /// Parses the next bytes.
    ///
    /// - Parameter bytes: They may end within a line or a character.
    /// - Returns: The events that these bytes complete, in order.
    /// - Throws: The first fault.
    package mutating func take(
        _ bytes: some Sequence<UInt8>
    ) throws(EventStreamFault) -> [StreamedEvent] {
        var events: [StreamedEvent] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n") where followsCarriageReturn:
                followsCarriageReturn = false
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                followsCarriageReturn = byte == UInt8(ascii: "\r")
                if let event = try endLine() { events.append(event) }
            default:
                followsCarriageReturn = false
                guard line.count < limit else { throw tooLong }
                line.append(byte)
            }
        }
        return events
    }

    private var tooLong: EventStreamFault { .tooLong(limit: limit, event: count + 1) }

    private mutating func endLine() throws(EventStreamFault) -> StreamedEvent? {
        defer {
            line.removeAll(keepingCapacity: true)
            lineNumber += 1
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if lineNumber == 1, line.starts(with: mark) { line.removeFirst(mark.count) }
        guard !line.isEmpty else { return dispatched() }
        guard String(validating: line, as: UTF8.self) != nil else {
            throw .notText(line: lineNumber)
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        try take(field: String(decoding: line[..<colon], as: UTF8.self), value)
        return nil
    }

    /// Handles a field; one without a name is a comment, and unknown ones are ignored.
    private mutating func take(
        field: String,
        _ value: ArraySlice<UInt8>
    ) throws(EventStreamFault) {
        switch field {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "data":
            guard data.utf8.count + value.count <= limit else { throw tooLong }
            data += String(decoding: value, as: UTF8.self) + "\n"
        case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
        case "retry" where !value.isEmpty && value.allSatisfy(Self.isDigit):
            retry = Int(String(decoding: value, as: UTF8.self)) ?? .max
        default: break
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The event completed by an empty line; `nil` for an event without data.
    private mutating func dispatched() -> StreamedEvent? {
        defer { (name, data) = ("", "") }
        guard !data.isEmpty else { return nil }
        count += 1
        return StreamedEvent(
            name: name.isEmpty ? "message" : name,
            data: String(data.dropLast()),
            id: id.isEmpty ? nil : id,
            retry: retry
        )
    }
}
