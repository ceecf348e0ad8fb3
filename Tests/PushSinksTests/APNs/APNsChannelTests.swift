import HTTP
import JSON
import Testing

@testable import PushSinks

/// Channels and broadcasts as Apple documents them; the parts that a contract can test are in `contracts/apns`.
struct APNsChannelTests {
    private static let configuration = #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#

    /// A request to manage the channels of an app.
    private static func management(
        _ method: String,
        _ bundle: String = "com.example.app",
        channel: String? = nil
    ) throws -> Push {
        try Push {
            $0.method = method
            $0.path = "/1/apps/\(bundle)/channels"
            $0.headers.remove("apns-topic")
            $0.body = method == "POST" ? Array(configuration.utf8) : nil
            if let channel { $0.headers.set("apns-channel-id", channel) }
        }
    }

    @Test(
        "A path names a device, a broadcast or channels",
        arguments: [
            ("/3/device/00", "device 00"), ("/3/device/", "device "), ("/3/device", "device "),
            ("/4/broadcasts/apps/a.b", "broadcast a.b"), ("/1/apps/a.b/channels", "channels a.b"),
            ("/1/apps/a.b/all-channels", "allChannels a.b"), ("/3/device/00/x", nil),
            ("/4/broadcasts/apps/", nil), ("/4/broadcasts/apps/a/b", nil),
            ("/1/apps//channels", nil),
            ("/1/apps/channels", nil), ("/1/apps/a/b/channels", nil), ("/1/apps/a/channels/", nil),
            ("/1/apps/a/channels?x=1", nil), ("", nil), ("/", nil),
        ]
    )
    func target(path: String, expected: String?) {
        let target = APNsTarget(path: Array(path.utf8)).map { target in
            let name = String(decoding: target.recipient, as: UTF8.self)
            return switch target {
            case .device: "device \(name)"
            case .broadcast: "broadcast \(name)"
            case .channels: "channels \(name)"
            case .allChannels: "allChannels \(name)"
            }
        }
        #expect(target == expected)
    }

    @Test("Channels are stored by app in creation order, and deletion is permanent")
    func store() throws {
        let channels = APNsChannels()
        let ids = try (0..<5).map { _ in try #require(channels.create("a", .noMessageStored)) }
        #expect(Set(ids).count == 5)
        #expect(channels.all("a") == ids)
        #expect(channels.all("b").isEmpty)
        #expect(channels.policy("a", ids[0]) == .noMessageStored)
        #expect(channels.policy("b", ids[0]) == nil)
        for id in ids.prefix(4) { #expect(channels.delete("a", id)) }
        #expect(!channels.delete("a", ids[0]))
        #expect(channels.all("a") == [ids[4]])
    }

    @Test(
        "The 10,001st channel is rejected until one is deleted, only for its app"
    )
    func limit() throws {
        let channels = APNsChannels()
        let first = try #require(channels.create("a", .mostRecentMessageStored))
        for _ in 1..<10_000 { _ = channels.create("a", .mostRecentMessageStored) }
        #expect(channels.create("a", .mostRecentMessageStored) == nil)
        #expect(channels.create("b", .mostRecentMessageStored) != nil)
        #expect(channels.delete("a", first))
        #expect(channels.create("a", .mostRecentMessageStored) != nil)
    }

    @Test("A channel ID that is too long is bad, and one that fits is not registered")
    func longID() async throws {
        let server = try SinkServer(APNsSink())
        for (length, reason) in [(256, "ChannelNotRegistered"), (260, "BadChannelId")] {
            let id = String(repeating: "A", count: length)
            let response = try await server.send(try Self.management("GET", channel: id))
            #expect(response.reason == reason)
            #expect(response.status == 400)
        }
    }

    @Test("A sender for certain topics gets only channels of these topics")
    func topics() async throws {
        var options = APNsOptions()
        options.topics = ["com.example.app"]
        let server = try SinkServer(APNsSink(options: options))
        #expect(try await server.send(try Self.management("POST")).status == 201)
        let other = try await server.send(try Self.management("POST", "com.example.other"))
        #expect(other.reason == "TopicMismatch")
        #expect(other.status == 403)
    }

    @Test("A request with response 429 creates no channel")
    func throttled() async throws {
        var knobs = SinkKnobs()
        knobs.tooMany = 1
        let server = try SinkServer(APNsSink(knobs: knobs))
        #expect(try await server.send(try Self.management("POST")).reason == "TooManyRequests")
        _ = try await server.control("PUT", "knobs", ["tooMany": 0])
        let all = try await server.send(
            try Push {
                $0.method = "GET"
                $0.path = "/1/apps/com.example.app/all-channels"
                $0.body = nil
            }
        )
        #expect(all.json["channels"] == [])
        #expect(all.headers["apns-id"] == nil)
    }

    @Test("The state of an app rejects its channels only")
    func state() async throws {
        let server = try SinkServer(APNsSink())
        _ = try await server.control(
            "POST",
            "state",
            [
                "state": "app", "action": "setup",
                "params": ["bundle": "com.example.app", "reason": "FeatureNotEnabled"],
            ]
        )
        #expect(try await server.send(try Self.management("POST")).reason == "FeatureNotEnabled")
        #expect(try await server.send(try Self.management("POST", "b")).status == 201)
    }
}
