import HTTP
import JSON
import PushSinks
import Testing

@testable import ReferencePush

/// What leaves a reference service and reaches an APNs sink, over sockets.
struct ProviderDeliveryTests {
    @Test("Every device of a push gets it once, over few connections and with one token")
    func once() async throws {
        let fixture = try DeliveryFixture()
        #expect(await fixture.deliver(0..<5_000).isEmpty)
        let account = fixture.delivery.account
        #expect(account.due == 5_000)
        #expect(account.sent == 5_000)
        #expect(account.accepted == 5_000)
        #expect(account.waiting == 0)
        #expect(account.tokens == 1)
        #expect((1...4).contains(account.connections))
        #expect(try await fixture.sinkAccount()["accepted"] == 5_000)
    }
}
