import Cryptography
import HTTP
import JSON
import Testing

@testable import PushSinks
@testable import ReferencePush

/// An FCM whose clock the test drives, and a sender.
struct FCMHarness {
    let service: FCMService
    let key: SigningKey

    static let now: Int64 = 1_500_000_000
    static let endpoint = "https://oauth2.googleapis.com/token"
    static let scope = "https://www.googleapis.com/auth/firebase.messaging"
    static let token = "app-instance-0123456789"

    init(_ change: (inout SinkOptions) -> Void = { _ in }) throws {
        var options = SinkOptions()
        options.now = { Self.now }
        options.keys["privateKey"] = TestKeys.account
        change(&options)
        service = FCMService(options: options)
        key = try SigningKey(pem: TestKeys.account, algorithm: .rs256)
    }

    /// Accepted claims, with some of them changed.
    static func claims(_ changes: KeyValuePairs<String, JSONValue?> = [:]) -> JSONValue {
        var claims = JSONObject([
            .init(name: "iss", value: "sender@reference.iam.gserviceaccount.com"),
            .init(name: "scope", value: .string(scope)),
            .init(name: "aud", value: .string(endpoint)),
            .init(name: "iat", value: .number(.integer(now))),
            .init(name: "exp", value: .number(.integer(now + 3_600))),
        ])
        for (name, value) in changes { claims[name] = value }
        return .object(claims)
    }

    func assertion(_ claims: JSONValue, algorithm: String = "RS256") throws -> String {
        let input = [#"{"alg":"\#(algorithm)","typ":"JWT"}"#, claims.text]
            .map { SubscriptionKeys.text(Array($0.utf8)) }.joined(separator: ".")
        return "\(input).\(SubscriptionKeys.text(try key.signature(of: Array(input.utf8))))"
    }

    func grant(_ assertion: String) -> ServerResponse {
        let body =
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"
            + "&assertion=\(assertion)"
        return service.handle(
            ServerRequest(method: "POST", target: "/token", body: Array(body.utf8))
        )
    }

    /// Sends with a valid token, or with `bearer`.
    func send(_ body: String, bearer: String? = nil) throws -> ServerResponse {
        let granted = try grant(assertion(Self.claims())).json["access_token"]?.stringValue
        var headers = HTTPFields()
        headers.append("Authorization", "Bearer \(bearer ?? granted ?? "")")
        return service.handle(
            ServerRequest(
                method: "POST",
                target: "/v1/projects/reference/messages:send",
                headers: headers,
                body: Array(body.utf8)
            )
        )
    }

    /// Sends a message with an additional member.
    func send(member: String) throws -> ServerResponse {
        try send(#"{"message":{"token":"\#(Self.token)",\#(member)}}"#)
    }
}

extension ServerResponse {
    /// The details of an error, by the last component of their type.
    fileprivate func detail(_ type: String) -> JSONValue? {
        json["error"]?["details"]?.arrayValue?.first {
            $0["@type"]?.stringValue?.hasSuffix(".\(type)") ?? false
        }
    }
}

struct FCMTests {
    @Test("A signed assertion yields a token that sends, and its message is shown")
    func sent() throws {
        let harness = try FCMHarness()
        let granted = try harness.grant(harness.assertion(FCMHarness.claims()))
        #expect(granted.status == 200)
        #expect(granted.json["expires_in"] == 3_600)
        #expect(granted.headers["Cache-Control"] == "no-store")
        let response = try harness.send(member: #""notification":{"title":"T"}"#)
        #expect(response.status == 200)
        #expect(
            response.json["name"]?.stringValue?.hasPrefix("projects/reference/messages/0:") == true
        )
        let request = ServerRequest(method: "GET", target: "/?recipient=\(FCMHarness.token)")
        guard case .value(let shown) = harness.service.control("messages", request) else {
            Issue.record("no messages")
            return
        }
        #expect(shown["messages"]?.arrayValue?.count == 1)
        #expect(
            shown["messages"]?.arrayValue?.first?["message"]?["notification"] == ["title": "T"]
        )
    }

    @Test(
        "An assertion with other claims is rejected",
        arguments: [
            (["iss": "nobody@example.com"], "invalid_grant"),
            (["aud": "https://example.com/token"], "invalid_grant"),
            (["exp": 1_499_999_900, "iat": 1_499_999_000], "invalid_grant"),
            (["exp": 1_500_003_601], "invalid_grant"),
            (["iat": 1_500_000_100], "invalid_grant"),
            (["iat": nil], "invalid_grant"),
            (["exp": "soon"], "invalid_grant"),
            (["scope": ""], "invalid_scope"),
            (["scope": nil], "invalid_scope"),
        ] as [(KeyValuePairs<String, JSONValue?>, String)]
    )
    func claims(changes: KeyValuePairs<String, JSONValue?>, error: String) throws {
        let harness = try FCMHarness()
        let response = try harness.grant(harness.assertion(FCMHarness.claims(changes)))
        #expect(response.status == 400)
        #expect(response.json["error"]?.stringValue == error)
    }

    @Test("An assertion that is not a token, has another algorithm or was changed is rejected")
    func signatures() throws {
        let harness = try FCMHarness()
        let sound = try harness.assertion(FCMHarness.claims())
        let cut = sound.split(separator: ".").dropLast().joined(separator: ".")
        for assertion in [
            "", "x", "a.b.c", cut, cut + ".", cut + ".AAAA",
            try harness.assertion(FCMHarness.claims(), algorithm: "none"),
            try harness.assertion(FCMHarness.claims(), algorithm: "HS256"),
        ] {
            let response = harness.grant(assertion)
            #expect(response.status == 400, "\(assertion)")
            #expect(response.json["access_token"] == nil)
        }
    }

    @Test("A token that is an hour old, or from another sink or scope, sends nothing")
    func tokens() throws {
        let harness = try FCMHarness()
        let message = #"{"message":{"topic":"t"}}"#
        let mint = harness.service.mint
        let good = mint.token(until: FCMHarness.now + 1, allowsMessaging: true)
        #expect(try harness.send(message, bearer: good).status == 200)
        let old = mint.token(until: FCMHarness.now, allowsMessaging: true)
        #expect(try harness.send(message, bearer: old).status == 401)
        let foreign = AccessTokenMint(secret: 1).token(until: .max, allowsMessaging: true)
        #expect(try harness.send(message, bearer: foreign).status == 401)
        let narrow = mint.token(until: FCMHarness.now + 1, allowsMessaging: false)
        #expect(try harness.send(message, bearer: narrow).status == 403)
        let forged = narrow.replacing(".0.", with: ".1.")
        #expect(try harness.send(message, bearer: forged).status == 401)
    }

    @Test(
        "The first invalid field is named",
        arguments: [
            (#""data":{"a":"b","c":1}"#, "message.data[1].value"),
            (#""data":{"from":"x"}"#, "message.data"),
            (#""data":[]"#, "message.data"),
            (#""android":{"ttl":"2419200.5s"}"#, "message.android.ttl"),
            (
                #""android":{"notification":{"body_loc_args":["a",2]}}"#,
                "message.android.notification.body_loc_args[1]"
            ),
            (
                #""android":{"notification":{"light_settings":{"color":{"red":"1"}}}}"#,
                "message.android.notification.light_settings.color.red"
            ),
            (#""android":{"directBootOk":"yes"}"#, "message.android.direct_boot_ok"),
            (#""apns":{"payload":"x"}"#, "message.apns.payload"),
            (#""webpush":{"headers":{"TTL":15}}"#, "message.webpush.headers[0].value"),
            (#""fcm_options":{"analytics_label":""}"#, "message.fcm_options.analytics_label"),
            (#""topic":"t""#, "message"),
            (#""nosuch":1"#, "message"),
        ]
    )
    func violations(member: String, field: String) throws {
        let response = try FCMHarness().send(member: member)
        #expect(response.status == 400)
        let violation = response.detail("BadRequest")?["fieldViolations"]?.arrayValue?.first
        #expect(violation?["field"]?.stringValue == field)
        #expect(response.detail("FcmError")?["errorCode"] == "INVALID_ARGUMENT")
    }

    @Test(
        "A message has at most 4,096 bytes, and 2,048 for a topic",
        arguments: [("token", 4_096), ("topic", 2_048)]
    )
    func sizes(target: String, limit: Int) throws {
        for (count, status) in [(limit - 1, 200), (limit, 400)] {
            let value = String(repeating: "x", count: count)
            let body =
                #"{"message":{"\#(target)":"\#(FCMHarness.token)","data":{"k":"\#(value)"}}}"#
            #expect(try FCMHarness().send(body).status == status, "\(count)")
        }
    }

    @Test(
        "A condition is an expression over at most five topics",
        arguments: [
            ("'a' in topics", 1), ("'a' in topics||'b' in topics", 2), ("(('a' in topics))", 1),
            ("!('a' in topics) && 'b' in topics", 2),
            ("'a' in topics && ('b' in topics || 'c' in topics)", 3),
            ("", nil), ("'a'", nil), ("a in topics", nil), ("'' in topics", nil),
            ("'a' in topics &&", nil), ("'a' in topics 'b' in topics", nil),
            ("('a' in topics", nil), ("'a' in topics)", nil), ("'a' in topic", nil),
            (Array(repeating: "'a' in topics", count: 6).joined(separator: "&&"), nil),
            (String(repeating: "(", count: 100_000), nil),
        ]
    )
    func conditions(text: String, count: Int?) {
        #expect(TopicCondition(text)?.topics.count == count)
    }

    @Test("Each code has its status and the documented details")
    func codes() throws {
        let harness = try FCMHarness()
        for code in FCMRefusal.Code.allCases {
            let params = JSONObject([
                .init(name: "token", value: .string(FCMHarness.token)),
                .init(name: "code", value: .string(code.rawValue)),
            ])
            _ = try harness.service.change(StateChange("token-responses", params, .setup))
            let response = try harness.send(member: #""data":{}"#)
            #expect(response.status == code.status.0)
            #expect(response.json["error"]?["status"]?.stringValue == code.status.1)
            #expect(response.detail("FcmError")?["errorCode"]?.stringValue == code.rawValue)
            #expect((response.detail("QuotaFailure") != nil) == (code == .quotaExceeded))
            let waits = [.quotaExceeded, .unavailable].contains(code)
            #expect((response.headers["Retry-After"] != nil) == waits)
            _ = try harness.service.change(StateChange("token-responses", params, .teardown))
        }
        #expect(try harness.send(member: #""data":{}"#).status == 200)
    }
}
