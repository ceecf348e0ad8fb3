import Testing

@testable import HTTP

struct EndpointGuardTests {
    @Test(
        "Addresses, localhost and the given name are answered, other names are not",
        arguments: [
            ("127.0.0.1", true), ("192.168.0.7", true), ("::1", true), ("localhost", true),
            ("loadbox", true), ("loadbox.example", false), ("evil.example", false), ("", false),
            ("127.0.0.1.evil.example", false), ("1.2.3", false), ("1.2.3.256", false),
            ("1.2.3.+4", false),
        ]
    )
    func hosts(host: String, isAllowed: Bool) {
        let hosts = EndpointGuard(host: "LoadBox")
        #expect(hosts.allows(host) == isAllowed)
    }

    @Test(
        "Addresses that other machines can reach are distinguished from loopback ones",
        arguments: [
            ("127.0.0.1", true), ("127.1.2.3", true), ("::1", true), ("localhost", true),
            ("0.0.0.0", false), ("::", false), ("192.168.0.7", false), ("127.evil.example", false),
        ]
    )
    func loopback(host: String, isLoopback: Bool) {
        let hosts = EndpointGuard(host: host)
        #expect(hosts.isLoopback == isLoopback)
    }
}
