import Glibc
import Platform

/// A proxy in front of a server that speaks TLS 1.2.
///
/// When the server announces the end of its data, which is an alert,
/// the proxy closes the connection without forwarding it.
package final class TLSCutter: Sendable {
    package let port: UInt16
    private let listener: Int32
    private let server: TLSServer

    package init(before server: TLSServer) throws {
        self.server = server
        (listener, port) = try LoopbackSocket.listen()
        let (listener, upstream) = (listener, server.port)
        DetachedThread.start {
            while true {
                let client = OwnDescriptor.accept(from: listener)
                guard client >= 0 else { break }
                DetachedThread.start { Self.pass(client, to: upstream) }
            }
            close(listener)
        }
    }

    // Wakes the accepting thread; those of connections end with their clients.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func pass(_ client: Int32, to upstream: Int) {
        defer { close(client) }
        guard let server = try? RawClient(port: upstream) else { return }
        var records: [UInt8] = []
        while true {
            var watched = [
                pollfd(fd: client, events: Int16(POLLIN), revents: 0),
                pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&watched, 2, -1) > 0 else { return }
            if watched[0].revents != 0 {
                let bytes = received(from: client)
                guard !bytes.isEmpty, (try? server.send(bytes)) != nil else { return }
            }
            if watched[1].revents != 0 {
                let bytes = received(from: server.descriptor)
                guard !bytes.isEmpty else { return }
                records += bytes
                let (passed, hasAlert) = taken(from: &records)
                send(passed, to: client)
                if hasAlert { return }
            }
        }
    }

    /// Removes the complete records from `records`, up to the first alert.
    private static func taken(from records: inout [UInt8]) -> (passed: [UInt8], hasAlert: Bool) {
        var passed: [UInt8] = []
        // Type, version, length (RFC 5246 §6.2.1).
        while records.count >= 5 {
            let length = 5 + Int(records[3]) << 8 + Int(records[4])
            guard records.count >= length else { break }
            let alert: UInt8 = 21
            if records[0] == alert { return (passed, true) }
            passed += records[..<length]
            records.removeFirst(length)
        }
        return (passed, false)
    }

    private static func received(from descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(count, 0)))
    }

    private static func send(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest.removeFirst(count)
        }
    }
}
