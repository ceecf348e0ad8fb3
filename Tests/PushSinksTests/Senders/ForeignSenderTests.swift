import HTTP
import JSON
import ReferencePush
import Testing

@testable import PushSinks

/// Senders to FCM and to Web Push services.
struct ForeignSenderTests {
    /// The received messages that a sink shows.
    private static func messages(_ state: SinkState) -> [JSONValue] {
        let shown = state.control("messages", .init(method: "GET", target: "/messages"))
        guard case .value(let value) = shown else { return [] }
        return value["messages"]?.arrayValue ?? []
    }

    @Test(
        "pywebpush delivers unmodified, and its errors get the documented responses",
        .enabled("NOT RUN: python3 cannot import pywebpush; make oracles") {
            await ForeignSender.python(with: "pywebpush") != nil
        },
        .timeLimit(.minutes(5)),
        arguments: [false, true]
    )
    func webPush(byProxy: Bool) async throws {
        let service = WebPushService()
        let sink = try SecureSink(service)
        let sender = ForeignSender(
            script: "send_with_pywebpush",
            environment: byProxy ? sink.detour : []
        )
        let origin = byProxy ? nil : sink.server.origin
        let subscription = try #require(try service.need(ofSendersAt: origin))
        #expect(try await sender.run(subscription) == [201, 404, 403])
        let shown = Self.messages(service.state).map { $0["message"]?["plaintext"]?.stringValue }
        #expect(shown == ["hello"])
    }

    @Test(
        "A sender with google-auth and requests delivers unmodified, and receives its errors",
        .enabled("NOT RUN: python3 cannot import google.auth and requests; make oracles") {
            await ForeignSender.python(with: "google.auth, requests") != nil
        },
        .timeLimit(.minutes(5)),
        arguments: [false, true]
    )
    func fcm(byProxy: Bool) async throws {
        let service = FCMService()
        let sink = try SecureSink(service)
        let sender = ForeignSender(
            script: "send_with_google_auth",
            environment: byProxy ? sink.detour : []
        )
        let origin = byProxy ? nil : sink.server.origin
        let token = service.registrationToken(of: 1)
        let responses = try await sender.run([
            "account": try #require(try service.need(ofSendersAt: origin)),
            "origin": .string(origin ?? "https://fcm.googleapis.com"),
            "token": .string(token),
        ])
        #expect(responses == [200, 400, 400, "invalid_grant"])
        #expect(Self.messages(service.state).map { $0["recipient"]?.stringValue } == [token])
    }
}
