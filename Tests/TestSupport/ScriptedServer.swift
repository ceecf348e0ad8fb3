/// A raw TCP server on the loopback that does what a script says, byte by byte, and records what came.
///
/// Each connection has a thread of its own. The server stops when it is released, and so do actions
/// that wait.
package final class ScriptedServer: Sendable {
    /// One step of a connection's script; after the last one the connection is closed.
    package indirect enum Action: Sendable {
        /// Reads a request up to the empty line.
        case receiveHead
        /// Reads a whole request, as long as `Content-Length` or the chunks say.
        case receiveRequest
        /// Reads until `ending` has come.
        case receive(through: [UInt8])
        /// Records an item without bytes: whoever waits for it knows how far the script got.
        case signal
        case send([UInt8])
        /// Reads a whole request, and sends what the function makes of it, on the connection's thread.
        case reply(@Sendable (Received) -> String)
        /// Sends the bytes over and over, until the client is gone.
        case flood([UInt8])
        /// Says that nothing more will be sent, and goes on reading.
        case finishSending
        /// Closes at once, with what is unread thrown away.
        case close
        /// Breaks the connection off, so that the client gets ECONNRESET.
        case reset
        /// Reads and drops what comes, until the client closes.
        case hang
        /// Waits until somebody opens the gate.
        case wait(at: Gate)
        /// Does the actions over and over, until the client closes.
        case forever([Action])

        package static func send(_ text: String) -> Action { .send(Array(text.utf8)) }
    }

    /// What one action read.
    package struct Received: Sendable, Hashable {
        /// The number of the connection, counted from 0 in the order of arrival.
        package let connection: Int
        package let bytes: [UInt8]

        init(connection: Int, bytes: [UInt8]) {
            self.connection = connection
            self.bytes = bytes
        }

        /// The bytes as text, with what is no UTF-8 replaced.
        package var text: String { String(decoding: bytes, as: UTF8.self) }
        /// The lines of the head: request line and fields.
        package var headLines: [String] {
            let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)).map { bytes[..<$0.lowerBound] }
            return String(decoding: head ?? bytes[...], as: UTF8.self)
                .unicodeScalars.split(separator: "\n")
                .map { String(String.UnicodeScalarView($0)).filter { $0 != "\r" } }
        }
    }

    /// Chosen by the system; 0 for a Unix domain socket.
    package let port: UInt16
    private let loop: ScriptedServerLoop

    /// Listens on 127.0.0.1, with a script for each connection in order of arrival.
    ///
    /// The last script serves all further connections.
    package convenience init(_ scripts: [Action]...) throws {
        try self.init(scripts: scripts)
    }

    /// The same for scripts that are in a list already, on a port that may be `wanted`.
    package init(scripts: [[Action]], port wanted: UInt16 = 0) throws {
        let listener = try LoopbackSocket.listen(port: wanted)
        port = listener.port
        loop = ScriptedServerLoop(listener: listener.descriptor, scripts: scripts)
        loop.start()
    }

    /// Listens on a Unix domain socket at `path`, which must not be there yet.
    package init(unixSocket path: String, _ scripts: [Action]...) throws {
        port = 0
        loop = ScriptedServerLoop(
            listener: try LoopbackSocket.listen(unixSocket: path),
            scripts: scripts
        )
        loop.start()
    }

    /// Responses every request with `response` and keeps connections open.
    package convenience init(answering response: String) throws {
        try self.init([.forever([.receiveRequest, .send(response)])])
    }

    deinit { loop.stop() }

    /// `http://127.0.0.1:PORT`.
    package var origin: String { "http://127.0.0.1:\(port)" }

    /// What was read up to now, in the order in which it was complete.
    package var received: [Received] { loop.received }

    /// How many connections were accepted up to now.
    package var connectionCount: Int { loop.connectionCount }

    /// Waits until `count` reading actions are done.
    package func waitForReceived(_ count: Int = 1) async {
        await loop.waitForReceived(count)
    }

    /// Ends all connections and listens no more; returns when all threads are done.
    package func stop() { loop.stop() }
}
