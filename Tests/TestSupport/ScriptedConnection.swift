import Glibc

/// One accepted connection, used by its thread only.
struct ScriptedConnection {
    private let descriptor: Int32
    /// In the order of arrival.
    private let number: Int
    /// Received, but not read by an action yet.
    private var buffer: [UInt8] = []
    /// Whether the client is gone, or the script aborted the connection.
    private(set) var isOver = false

    init(descriptor: Int32, number: Int) {
        self.descriptor = descriptor
        self.number = number
    }

    mutating func perform(
        _ action: ScriptedServer.Action,
        record: ([UInt8]) -> Void
    ) {
        switch action {
        case .receiveHead: receive(record) { Self.headEnd($0) }
        case .receiveRequest: receive(record) { Self.requestEnd($0) }
        case .receive(let ending): receive(record) { $0.firstRange(of: ending)?.upperBound }
        case .signal: record([])
        case .send(let bytes): send(bytes)
        case .reply(let response):
            var request: [UInt8]?
            receive({
                request = $0; record($0)
            }) { Self.requestEnd($0) }
            guard let request else { return }
            send(Array(response(.init(connection: number, bytes: request)).utf8))
        case .flood(let bytes): while !isOver { send(bytes) }
        case .finishSending: shutdown(descriptor, Int32(SHUT_WR))
        case .close: isOver = true
        case .reset:
            // Zero linger time: close() sends RST (socket(7)).
            var linger = linger(l_onoff: 1, l_linger: 0)
            let size = socklen_t(MemoryLayout.size(ofValue: linger))
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
            isOver = true
        case .hang: while fill() { buffer.removeAll() }
        case .wait(let gate): wait(at: gate)
        case .forever(let actions):
            while !isOver {
                for action in actions where !isOver { perform(action, record: record) }
            }
        }
    }

    /// Closes the descriptor.
    func end() { close(descriptor) }

    /// Reads until `end` finds the end of the message, and records it.
    private mutating func receive(_ record: ([UInt8]) -> Void, until end: ([UInt8]) -> Int?) {
        while true {
            if let end = end(buffer) {
                record(Array(buffer[..<end]))
                buffer.removeFirst(end)
                return
            }
            guard fill() else { return }
        }
    }

    private mutating func wait(at gate: Gate) {
        // The connection hangs up when the server stops.
        var watched = [
            pollfd(fd: gate.reader, events: 0, revents: 0),
            pollfd(fd: descriptor, events: 0, revents: 0),
        ]
        while poll(&watched, 2, -1) < 0 && errno == EINTR {}
        isOver = watched[0].revents == 0
    }

    private mutating func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count < 0 && errno == EINTR { return true }
        guard count > 0 else {
            isOver = true
            return false
        }
        buffer.append(contentsOf: chunk[..<count])
        return true
    }

    private mutating func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty && !isOver {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest.removeFirst(count)
            } else if errno != EINTR {
                isOver = true
            }
        }
    }

    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
    }

    private static func requestEnd(_ bytes: [UInt8]) -> Int? {
        guard let headEnd = headEnd(bytes) else { return nil }
        let head = String(decoding: bytes[..<headEnd], as: UTF8.self).lowercased()
        func value(_ name: String) -> Substring? {
            head.firstRange(of: "\r\n\(name):").map { range in
                head[range.upperBound...].unicodeScalars.prefix { $0 != "\r" }
            }.map { Substring($0) }
        }
        if value("transfer-encoding")?.contains("chunked") == true {
            return bytes[headEnd...].firstRange(of: Array("0\r\n\r\n".utf8))?.upperBound
        }
        let digits = value("content-length")?.filter(\.isNumber) ?? ""
        let end = headEnd + (Int(digits) ?? 0)
        return bytes.count >= end ? end : nil
    }
}
