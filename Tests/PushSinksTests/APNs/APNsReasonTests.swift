import HTTP
import JSON
import PushSinks
import Testing

/// Requests that are rejected, and the reasons.
struct APNsReasonTests {
    /// A reason and the request that covers it.
    struct Row: CustomTestStringConvertible, Sendable {
        let reason: APNsReason
        let testDescription: String
        let push: @Sendable () throws -> Push

        init(
            _ reason: APNsReason,
            _ description: String,
            _ token: SignedJWT = SignedJWT(),
            _ change: @escaping @Sendable (inout Push) -> Void = { _ in }
        ) {
            self.reason = reason
            testDescription = "\(reason.rawValue): \(description)"
            push = { try Push(token, change) }
        }

        static func field(_ reason: APNsReason, _ name: String, _ value: String) -> Row {
            Row(reason, "\(name): \(value.prefix(40))") { $0.headers.set(name, value) }
        }
    }

    static let paths: [Row] = [
        Row(.badPath, "another path") { $0.path = "/3/foo" },
        Row(.badPath, "more behind the device") { $0.path += "/x" },
        Row(.badPath, "another version") { $0.path = "/4/device/00" },
        Row(.missingDeviceToken, "nothing behind the slash") { $0.path = "/3/device/" },
        Row(.missingDeviceToken, "no slash") { $0.path = "/3/device" },
        Row(.badDeviceToken, "no hexadecimal digits") { $0.path = "/3/device/xyzt" },
        Row(.badDeviceToken, "half a byte") { $0.path = "/3/device/abc" },
        Row(.methodNotAllowed, "GET") {
            $0.method = "GET"
            $0.body = nil
        },
        Row(.methodNotAllowed, "PUT") { $0.method = "PUT" },
    ]

    static let tokens: [Row] = [
        Row(.missingProviderToken, "no authorization") { $0.headers.remove("authorization") },
        .field(.invalidProviderToken, "authorization", "basic abc"),
        .field(.missingProviderToken, "authorization", "bearer"),
        .field(.invalidProviderToken, "authorization", "bearer a.b.c"),
        Row(.invalidProviderToken, "a damaged signature", SignedJWT(isDamaged: true)),
        Row(.invalidProviderToken, "another algorithm", SignedJWT(algorithm: "RS256")),
        Row(.invalidProviderToken, "an unknown key", SignedJWT(key: "UNKNOWNKEY")),
        Row(.invalidProviderToken, "no key", SignedJWT(key: nil)),
        Row(.invalidProviderToken, "no team", SignedJWT(team: nil)),
        Row(.invalidProviderToken, "the key of another team", SignedJWT(team: "ASSAYTEAM2")),
        Row(.invalidProviderToken, "made in more than an hour", SignedJWT(age: -3_700)),
        Row(.expiredProviderToken, "made more than an hour ago", SignedJWT(age: 3_700)),
        Row(.expiredProviderToken, "that as a text", SignedJWT(age: 3_700, quote: "\"")),
        Row(.forbidden, "a revoked key", SignedJWT(key: "ASSAYKEY04")),
        Row(.badEnvironmentKeyIdInToken, "a key for elsewhere", SignedJWT(key: "ASSAYKEY05")),
    ]

    static let fields: [Row] = [
        .field(.badMessageId, "apns-id", "123"),
        .field(.badMessageId, "apns-id", "g23e4567-e89b-12d3-a456-4266554400a0"),
        .field(.badExpirationDate, "apns-expiration", "abc"),
        .field(.badExpirationDate, "apns-expiration", "-1"),
        .field(.badPriority, "apns-priority", "7"),
        .field(.badPriority, "apns-priority", "010"),
        .field(.badCollapseId, "apns-collapse-id", String(repeating: "c", count: 65)),
        .field(.invalidPushType, "apns-push-type", "foo"),
        .field(.badTopic, "apns-topic", "com.example/app"),
        Row(.badTopic, "without the suffix of its type") {
            $0.headers.set("apns-push-type", "voip")
        },
        Row(.badPriority, "in the background at once") {
            $0.headers.set("apns-push-type", "background")
            $0.headers.set("apns-priority", "10")
        },
        Row(.missingTopic, "no topic") { $0.headers.remove("apns-topic") },
        Row(.duplicateHeaders, "two priorities") {
            $0.headers.append("apns-priority", "5")
            $0.headers.append("apns-priority", "5")
        },
        Row(.payloadEmpty, "an empty body") { $0.body = [] },
        Row(.payloadTooLarge, "a byte too much") {
            $0.body = [UInt8](repeating: 0x20, count: 4_097)
        },
        Row(.payloadTooLarge, "more than is kept") {
            $0.body = [UInt8](repeating: 0x20, count: 100_000)
        },
    ]

    @Test(
        "An error gets its reason, its status and an apns-id",
        arguments: paths + tokens + fields
    )
    func refusal(row: Row) async throws {
        let server = try SinkServer(APNsSink())
        let response = try await server.send(try row.push())
        #expect(response.version == "2")
        #expect(response.reason == row.reason.rawValue)
        #expect(response.status == row.reason.status)
        #expect(response.headers["content-type"] == "application/json")
        #expect(response.headers["apns-id"]?.utf8.count == 36)
        #expect(response.json.members.count == 1)
    }

    @Test(
        "A device in a state gets its reason, and other devices do not",
        arguments: APNsReason.allCases
    )
    func device(reason: APNsReason) async throws {
        let server = try SinkServer(APNsSink())
        try await server.setDevice(Push.device, reason.rawValue)
        let response = try await server.send(try Push { $0.path = $0.path.uppercasedDevice })
        #expect(response.reason == reason.rawValue)
        #expect(response.status == reason.status)
        // Only 410 gives the time since when (Apple, "Handling notification responses from APNs").
        #expect((response.json["timestamp"] != nil) == (response.status == 410))
        let other = try await server.send(try Push { $0.path = "/3/device/00" })
        #expect(other.status == 200)
    }

    @Test("Each limit is the largest accepted value")
    func limits() async throws {
        let server = try SinkServer(APNsSink())
        let pushes = [
            try Push { $0.body = [UInt8](repeating: 0x20, count: 4_096) },
            try Push { $0.headers.set("apns-collapse-id", String(repeating: "c", count: 64)) },
            try Push { $0.headers.set("apns-expiration", "0") },
            try Push(SignedJWT(age: 3_500)),
            try Push(SignedJWT(age: -3_500)),
            try Push {
                $0.headers.set("apns-push-type", "voip")
                $0.headers.set("apns-topic", "com.example.app.voip")
                $0.body = [UInt8](repeating: 0x20, count: 5_120)
            },
        ]
        for push in pushes { #expect(try await server.send(push).status == 200) }
        let voip = try Push {
            $0.headers.set("apns-push-type", "voip")
            $0.headers.set("apns-topic", "com.example.app.voip")
            $0.body = [UInt8](repeating: 0x20, count: 5_121)
        }
        #expect(try await server.send(voip).reason == "PayloadTooLarge")
    }

    @Test("Topics are the sink's, with the suffix of each type")
    func topics() async throws {
        var options = APNsOptions()
        options.topics = ["com.example.app"]
        let server = try SinkServer(APNsSink(options: options))
        let suffixes = [
            "alert": "", "background": "", "complication": ".complication",
            "controls": ".push-type.controls", "fileprovider": ".pushkit.fileprovider",
            "liveactivity": ".push-type.liveactivity", "location": ".location-query",
            "pushtotalk": ".voip-ptt", "voip": ".voip", "widgets": ".push-type.widgets",
        ]
        for (type, suffix) in suffixes {
            let push = try Push {
                $0.headers.set("apns-push-type", type)
                $0.headers.set("apns-topic", "com.example.app\(suffix)")
            }
            #expect(try await server.send(push).status == 200, "\(type)")
        }
        let other = try Push { $0.headers.set("apns-topic", "com.example.other") }
        #expect(try await server.send(other).reason == "TopicDisallowed")
    }
}

extension String {
    /// The path with the device's digits in upper case.
    fileprivate var uppercasedDevice: String {
        let prefix = "/3/device/"
        return prefix + dropFirst(prefix.count).uppercased()
    }
}
