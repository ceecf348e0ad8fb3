import Glibc
import HTTP
import TestSupport
import Testing

@testable import Transport

struct SocketLedgerTests {
    private static func connect(_ socket: Int32, port: UInt16) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    @Test(
        "A request is not written after earlier received bytes, unless TLS may have sent them",
        arguments: [true, false]
    )
    func early(isPlain: Bool) async throws {
        let server = try ScriptedServer([
            .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .signal, .hang,
        ])
        let request = HTTPRequest(method: "GET", origin: server.origin, path: "/")
        let ledger = SocketLedger()
        ledger.begin(PendingExchange(request, timeout: nil), isPlain: isPlain)
        let socket = ledger.open(
            family: AF_INET,
            type: Int32(SOCK_STREAM.rawValue),
            protocol: 0
        )
        try #require(Self.connect(socket, port: server.port) == 0)
        await server.waitForReceived()
        #expect(ledger.beginRequest() == !isPlain)
        #expect(ledger.hasEarlyBytes == isPlain)
        #expect(ledger.close(socket) == 0)
    }
}
