/// An event of a server as a browser would hand it on.
///
/// Source: WHATWG HTML, §9.2.6 "Interpreting an event stream".
package struct StreamedEvent: Hashable, Sendable {
    /// The kind of event; `message` where the server names none.
    package let name: String
    /// Its lines, joined by `\n`; never wholly missing, as an event without data is none.
    package let data: String
    /// The last identifier that the stream has set; `nil` when there is none, or it was taken back.
    package let id: String?
    /// How long a client waits before it connects again, in milliseconds, by the last that the stream
    /// said of it; `nil` when it said nothing.
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

/// Why bytes are no event stream that is read any further.
package enum EventStreamFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A line, or the data of an event, has more bytes than are kept.
    case tooLong(limit: Int, event: Int)
    /// The stream is to be UTF-8; the line that is not, counted from one.
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

/// Reads an event stream as it comes, in pieces of any size.
///
/// What has come of an event that the stream does not end is dropped with the parser, as browsers drop
/// it. After a fault it is not to be given more.
///
/// Source: WHATWG HTML, §9.2.5 "Parsing an event stream" and §9.2.6.
package struct EventStreamParser: Sendable {
    /// How many bytes a line, and the data of an event, may have.
    package let limit: Int
    /// How many events were handed on.
    package private(set) var count = 0

    private var line: [UInt8] = []
    private var lineNumber = 1
    private var followsCarriageReturn = false
    private var name = ""
    /// The lines of the event that is under way, each with `\n` behind it.
    private var data = ""
    private var id = ""
    private var retry: Int?

    /// The media type of an answer that consists of events.
    package static let mediaType = "text/event-stream"

    package init(limit: Int = 1 << 20) { self.limit = limit }

    /// Takes the next bytes.
    ///
    /// - Parameter bytes: They need not end where a line or a character does.
    /// - Returns: The events that these bytes end, in order.
    /// - Throws: The first thing that is wrong.
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

    /// Takes a field; one without a name is a comment, and others that nobody knows are passed over.
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

    /// The event that an empty line ends; `nil` when nothing was said but its name.
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
