/// Something that happened, in the form in which browsers follow a server.
///
/// Source: WHATWG HTML, "Server-sent events".
package struct ServerSentEvent: Hashable, Sendable {
    /// Type of the event; one line.
    package let name: String
    /// Any text; its line ends arrive as `\n`.
    package let data: String

    package init(name: String, data: String) {
        self.name = name
        self.data = data
    }

    /// The media type of event streams.
    package static let mediaType = "text/event-stream"

    /// As it is sent.
    package var bytes: [UInt8] {
        let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var bytes = Array("event: \(name)\ndata: ".utf8)
        bytes.reserveCapacity(bytes.count + data.utf8.count + 64)
        var last: UInt8 = 0
        for byte in data.utf8 {
            if byte == carriageReturn || byte == lineFeed && last != carriageReturn {
                bytes += "\ndata: ".utf8
            } else if byte != lineFeed {
                bytes.append(byte)
            }
            last = byte
        }
        return bytes + "\n\n".utf8
    }

    /// A comment, which browsers ignore; it keeps a connection busy.
    static let comment = Array(":\n\n".utf8)
}
