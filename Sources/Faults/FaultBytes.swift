import HTTP

/// Responses of the proxy itself, in place of the server's.
enum FaultBytes {
    /// The complete response; empty for faults without one.
    static func response(of action: Fault.Action) -> [UInt8] {
        switch action {
        case .garbage(let count): garbage(count)
        case .status(let status): Array(text(status).utf8)
        case .malformedChunk: Array(malformedChunk.utf8)
        case .tls: fatalAlert
        default: []
        }
    }

    /// Bytes that differ from any HTTP response, and are always the same.
    private static func garbage(_ count: Int) -> [UInt8] {
        let pattern: [UInt8] = [0x7B, 0x00, 0xFF, 0x0A, 0x80, 0x07, 0x3A, 0x1B]
        return (0..<count).map { pattern[$0 % pattern.count] }
    }

    private static func text(_ status: Int) -> String {
        let length = status == 204 || status == 304 ? "" : "Content-Length: 0\r\n"
        return "HTTP/1.1 \(status) Fault\r\n\(length)Connection: close\r\n\r\n"
    }

    private static let malformedChunk =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\nno chunk\r\n0\r\n\r\n"

    /// An alert record of TLS 1.2, fatal, `handshake_failure`.
    ///
    /// Source: RFC 8446 §5.1, §6.
    private static let fatalAlert: [UInt8] = [0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]
}
