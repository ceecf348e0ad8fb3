/// A raw TCP server on the loopback interface that follows a script, byte by byte, and records received bytes.
///
/// Each connection has its own thread. When the server is released, it stops, and so do waiting actions.
package final class ScriptedServer: Sendable {
    /// One step of a connection's script; after the last one the connection is closed.
    package indirect enum Action: Sendable {
        /// Reads a request up to the empty line.
        case receiveHead
        /// Reads a complete request, with the length given by `Content-Length` or the chunks.
        case receiveRequest
        /// Reads until `ending` has arrived.
        case receive(through: [UInt8])
        /// Records an item without bytes, so that a waiting test knows how far the script got.
        case signal
        case send([UInt8])
        /// Reads a complete request, and sends the result of the function for it, on the connection's thread.
        case reply(@Sendable (Received) -> String)
        /// Sends the bytes repeatedly, until the client is gone.
        case flood([UInt8])
        /// Signals the end of sending, and continues to read.
        case finishSending
        /// Closes at once, and discards unread bytes.
        case close
        /// Aborts the connection, so that the client gets ECONNRESET.
        case reset
        /// Reads and drops all bytes until the client closes.
        case hang
        /// Waits until the gate is opened.
        case wait(at: Gate)
        /// Repeats the actions until the client closes.
        case forever([Action])

        package static func send(_ text: String) -> Action { .send(Array(text.utf8)) }
    }

    /// The bytes read by one action.
    package struct Received: Sendable, Hashable {
        /// The number of the connection, counted from 0 in the order of arrival.
        package let connection: Int
        package let bytes: [UInt8]

        init(connection: Int, bytes: [UInt8]) {
            self.connection = connection
            self.bytes = bytes
        }

        /// The bytes as text, with invalid UTF-8 replaced.
        package var text: String { String(decoding: bytes, as: UTF8.self) }
        /// The lines of the head: request line and fields.
        package var headLines: [String] {
            let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)).map { bytes[..<$0.lowerBound] }
            return String(decoding: head ?? bytes[...], as: UTF8.self)
                .unicodeScalars.split(separator: "\n")
                .map { String(String.UnicodeScalarView($0)).filter { $0 != "\r" } }
        }
    }

    /// The port, chosen by the system; 0 for a Unix domain socket.
    package let port: UInt16
    private let loop: ScriptedServerLoop

    /// Listens on 127.0.0.1, with a script for each connection in order of arrival.
    ///
    /// The last script serves all further connections.
    package convenience init(_ scripts: [Action]...) throws {
        try self.init(scripts: scripts)
    }

    /// The same for a list of scripts, on a port that may be `wanted`.
    package init(scripts: [[Action]], port wanted: UInt16 = 0) throws {
        let listener = try LoopbackSocket.listen(port: wanted)
        port = listener.port
        loop = ScriptedServerLoop(listener: listener.descriptor, scripts: scripts)
        loop.start()
    }

    /// Listens on a Unix domain socket at `path`, which must not exist yet.
    package init(unixSocket path: String, _ scripts: [Action]...) throws {
        port = 0
        loop = ScriptedServerLoop(
            listener: try LoopbackSocket.listen(unixSocket: path),
            scripts: scripts
        )
        loop.start()
    }

    /// Responds to every request with `response` and keeps connections open.
    package convenience init(answering response: String) throws {
        try self.init([.forever([.receiveRequest, .send(response)])])
    }

    deinit { loop.stop() }

    /// `http://127.0.0.1:PORT`.
    package var origin: String { "http://127.0.0.1:\(port)" }

    /// The items read up to now, in order of completion.
    package var received: [Received] { loop.received }

    /// The number of accepted connections up to now.
    package var connectionCount: Int { loop.connectionCount }

    /// Waits until `count` reading actions are done.
    package func waitForReceived(_ count: Int = 1) async {
        await loop.waitForReceived(count)
    }

    /// Ends all connections and stops listening; returns when all threads are done.
    package func stop() { loop.stop() }
}
