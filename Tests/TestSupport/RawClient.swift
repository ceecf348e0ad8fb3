import Contract
import Glibc
package import HTTP

/// A client that sends the bytes of a test and reads one response at a time.
package final class RawClient {
    /// A response, parsed just far enough to check it.
    package struct Answer {
        package let statusLine: String
        package let headers: HTTPFields
        package let body: [UInt8]

        package var status: Int {
            Int(statusLine.split(separator: " ").dropFirst().first ?? "") ?? 0
        }
        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The remote end closed, or sent no bytes for a minute.
    package struct Ended: Error {
        package let read: [UInt8]
        /// `EAGAIN` if the time ran out; 0 if the remote end closed normally.
        package let code: Int32
    }

    let descriptor: Int32
    private var pending: [UInt8] = []

    package init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Ended(read: [], code: errno) }
    }

    deinit { close(descriptor) }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Ended(read: [], code: errno) }
            sent += count
        }
    }

    /// Signals the end of sending.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads one response; `hasBody` is false for the response to HEAD.
    package func receive(hasBody: Bool = true) throws -> Answer {
        let end = Array("\r\n\r\n".utf8)
        var split: Int?
        while split == nil {
            split = pending.firstRange(of: end)?.lowerBound
            if split == nil { try read() }
        }
        let head = String(decoding: pending[..<(split ?? 0)], as: UTF8.self)
        pending.removeFirst((split ?? 0) + end.count)
        var lines = head.split(separator: "\r\n").map(String.init)
        let statusLine = lines.removeFirst()
        var headers = HTTPFields()
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
            headers.append(parts[0], String(value))
        }
        let length = hasBody ? Int(headers["Content-Length"] ?? "") ?? 0 : 0
        while pending.count < length { try read() }
        let body = Array(pending[..<length])
        pending.removeFirst(length)
        return Answer(statusLine: statusLine, headers: headers, body: body)
    }

    /// Reads up to a text, and stores the rest for the next call; chunks are not decoded.
    ///
    /// Gives up after a minute, even if other text keeps coming.
    package func receive(upTo mark: String) throws -> String {
        let mark = Array(mark.utf8)
        var searched = 0
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            if let found = pending[searched...].firstRange(of: mark) {
                let text = String(decoding: pending[..<found.upperBound], as: UTF8.self)
                pending.removeFirst(found.upperBound)
                return text
            }
            searched = max(0, pending.count - mark.count + 1)
            try read()
        }
        throw Ended(read: pending, code: EAGAIN)
    }

    /// Sends a request and reads its response.
    package func exchange(_ text: String) throws -> Answer {
        try send(text)
        return try receive(hasBody: !text.hasPrefix("HEAD "))
    }

    /// All bytes up to the end of the connection; a reset counts as an end.
    package func receiveToEnd() throws -> [UInt8] {
        do {
            while true { try read() }
        } catch let end as Ended where end.code != EAGAIN {
            return pending
        }
    }

    private func read() throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw Ended(read: pending, code: count == 0 ? 0 : errno) }
        pending.append(contentsOf: buffer[..<count])
    }
}
