import Contract
import ContractFile
import LoadModel
import Profile
import Testing

@Suite("Deliveries of a profile")
struct DeliveryTests {
    private static func text(
        _ delivery: String,
        sends: String =
            #"[{ call: createPush, json: { message: "{{marker}} hi, {{recipient}}" } }]"#,
        audience: String = #"{ count: 10, recipient: "{{hex 64}}" }"#,
        thresholds: String = "[]"
    ) -> String {
        LoadedProfile.text(
            sends: sends,
            more: "audience: \(audience)\ndelivery: \(delivery)\nthresholds: \(thresholds)"
        )
    }

    @Test("A kind or an address starts a sink, and a URL connects to a running one")
    func sinks() throws {
        func sink(_ text: String) throws -> LoadProfile.Delivery.Sink {
            try #require(LoadedProfile(Self.text("{ sink: \(text) }")).profile?.delivery).sink
        }
        #expect(try sink("apns") == .started("apns", listen: nil))
        #expect(
            try sink(#"{ kind: fcm, listen: "127.0.0.1:8443" }"#)
                == .started("fcm", listen: "127.0.0.1:8443")
        )
        #expect(
            try sink("{ kind: apns, subscribers: 3 }")
                == .started("apns", listen: nil, subscribers: 3)
        )
        #expect(
            try sink(#"{ at: "https://127.0.0.1:8443/" }"#) == .running("https://127.0.0.1:8443")
        )
    }

    @Test("An APNs sink takes a key, whose file name gives its identifier unless a key does")
    func keys() throws {
        func sink(_ text: String) -> LoadedProfile {
            LoadedProfile(Self.text("{ sink: \(text) }"))
        }
        let named = sink("{ kind: apns, authKey: keys/AuthKey_ABC123DEFG.p8 }")
        guard case .started("apns", nil, let key?, 0)? = named.profile?.delivery?.sink else {
            Issue.record("no key")
            return
        }
        #expect(key.id == "ABC123DEFG" && key.team == nil)
        #expect(key.path.hasSuffix("keys/AuthKey_ABC123DEFG.p8"))
        let told = sink("{ kind: apns, authKey: a.pem, keyId: B, teamId: C }")
        guard case .started(_, _, let other?, _)? = told.profile?.delivery?.sink else {
            Issue.record("no key")
            return
        }
        #expect(other.id == "B" && other.team == "C")
        for wrong in [
            "{ kind: apns, authKey: a.pem }", "{ kind: fcm, authKey: AuthKey_A.p8 }",
            #"{ at: "http://127.0.0.1:1", authKey: AuthKey_A.p8 }"#,
            "{ kind: fcm, subscribers: 3 }", "{ kind: apns, subscribers: 1000001 }",
            #"{ at: "http://127.0.0.1:1", subscribers: 3 }"#,
        ] {
            #expect(!sink(wrong).errors.isEmpty, "\(wrong)")
        }
    }

    @Test("The defaults are thirty seconds and the complete recipient")
    func defaults() throws {
        let delivery = try #require(LoadedProfile(Self.text("{ sink: apns }")).profile?.delivery)
        #expect(delivery.within == 30_000_000_000)
        #expect(!delivery.isForEverybody)
        #expect(delivery.recipient.templates.map(\.names) == [["recipient"]])
    }

    @Test("Thresholds apply to shares, percentiles and counts")
    func thresholds() throws {
        let profile = try #require(
            LoadedProfile(
                Self.text(
                    "{ sink: apns, within: 5s }",
                    thresholds: """
                        [{ delivered: ratio, within: 2s, gte: 90% }, { delivered: ratio, gt: 99% }, \
                        { delivered: p99, lt: 4s }, { twice: count, lte: 3 }]
                        """
                )
            ).profile
        )
        let texts = profile.thresholds.map { $0.text(sends: ["createPush"]) }
        #expect(
            texts == [
                "delivered within 2 s ≥ 90%", "delivered > 99%", "delivered p99 < 4 s", "twice ≤ 3",
            ]
        )
    }

    @Test(
        "The text after the marker is known up to its first variable part",
        arguments: [
            ("{{marker}}", "", true), ("{{marker}} hello", " hello", true),
            ("{{marker}} hi {{recipient}}!", " hi ", false), ("a {{marker}}b", "b", true),
            ("{{marker}}{{recipient}}", "", false),
        ]
    )
    func text(message: String, text: String, isWhole: Bool) throws {
        let sends = #"[{ call: createPush, json: { message: "\#(message)" } }]"#
        let profile = try #require(
            LoadedProfile(Self.text("{ sink: apns }", sends: sends)).profile
        )
        #expect(profile.markedText == (text, isWhole))
        #expect(profile.sends.map(profile.isMarked) == [true])
    }

    @Test("A marker in the recipient template marks the sends that use recipients")
    func markedRecipients() throws {
        let sends = """
            [{ call: createPush, json: { to: "{{recipients}}" } }, { call: findPush }]
            """
        let audience = #"{ count: 10, recipient: { id: "{{index}}", text: "{{marker}} a" } }"#
        let profile = try #require(
            LoadedProfile(
                Self.text(
                    #"{ sink: apns, recipient: "{{recipient.id}}" }"#,
                    sends: sends,
                    audience: audience
                )
            ).profile
        )
        #expect(profile.sends.map(profile.isMarked) == [true, false])
        #expect(profile.markedText == (" a", true))
    }

    @Test("A delivery without an audience, a marker or a meaning is reported")
    func faults() {
        #expect(
            LoadedProfile(
                LoadedProfile.text(more: "delivery: { sink: apns }")
            ).errors.contains {
                $0.hasSuffix("\"delivery\" requires \"audience\"")
            }
        )
        #expect(
            LoadedProfile(
                Self.text("{ sink: apns }", sends: "[{ call: createPush }]")
            ).errors.contains { $0.contains("no send contains {{marker}}") }
        )
        #expect(
            LoadedProfile(Self.text("{ sink: apns, within: 31m }")).errors
                .contains { $0.contains("expected at most 30m") }
        )
        #expect(
            LoadedProfile(LoadedProfile.text(more: "thresholds: [{ lost: count, lte: 0 }]")).errors
                .contains { $0.contains("\"lost\" requires \"delivery\"") }
        )
        #expect(
            LoadedProfile(
                LoadedProfile.text(sends: #"[{ call: createPush, json: { a: "{{marker}}" } }]"#)
            ).errors.contains { $0.contains("marker") }
        )
    }
}
