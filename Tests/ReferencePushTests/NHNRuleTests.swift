import JSON
import Testing

@testable import ReferencePush

/// The small rules of NHN Cloud Push, with values that the contracts do not reach.
struct NHNRuleTests {
    @Test(
        "AND binds more tightly than OR, and parentheses more tightly than both",
        arguments: [
            ("a1234567 OR b1234567 AND c1234567", ["a1234567"], true),
            ("a1234567 OR b1234567 AND c1234567", ["b1234567"], false),
            ("( a1234567 OR b1234567 ) AND c1234567", ["a1234567"], false),
            ("( a1234567 OR b1234567 ) AND c1234567", ["b1234567", "c1234567"], true),
            ("a1234567 AND ( b1234567 OR c1234567 )", ["a1234567", "c1234567"], true),
        ]
    )
    func conditions(text: String, tags: [String], holds: Bool) throws {
        let condition = try #require(TagCondition(text.split(separator: " ").map(String.init)))
        #expect(condition.holds(for: tags) == holds)
    }

    @Test(
        "An invalid condition is rejected",
        arguments: [
            "", "AND", "a1234567 AND", "OR a1234567", "( )", "( a1234567", "a1234567 )",
            "( ( a1234567 ) )", "short", "a1234567 and b1234567",
            "a1234567 OR b1234567 OR c1234567 OR d1234567 OR e1234567",
        ]
    )
    func noConditions(text: String) {
        #expect(TagCondition(text.split(separator: " ").map(String.init)) == nil)
    }

    @Test(
        "Times are read in any zone and written in Korea's",
        arguments: [
            ("2018-04-24T06:00:00.000+09:00", "2018-04-24T06:00:00.000+09:00"),
            ("2018-04-23T21:00:00.5Z", "2018-04-24T06:00:00.500+09:00"),
            ("2018-04-23T13:30:00.000-07:30", "2018-04-24T06:00:00.000+09:00"),
        ]
    )
    func times(text: String, written: String) throws {
        #expect(NHNTime.text(try #require(NHNTime.instant(text))) == written)
    }

    @Test(
        "An invalid time is not read",
        arguments: [
            "", "yesterday", "2018-04-24", "2018-04-24T06:00:00.000",
            "2018-04-24T06:00:00.000+9:00",
            "2018-04-24T06:00:00.000 09:00", "2018-04-24T06:00:00.000+24:00",
            "2018-02-30T06:00:00.000+09:00",
        ]
    )
    func noTimes(text: String) {
        #expect(NHNTime.instant(text) == nil)
    }

    @Test(
        "Time zones are identified by area and place",
        arguments: [
            ("Asia/Seoul", 540), ("America/Argentina/Buenos_Aires", -180), ("Asia/Kolkata", 330),
            ("Europe/London", 0), ("UTC", 0), ("Seoul", nil), ("Asia/Nowhere", nil),
            ("asia/seoul", nil),
        ] as [(String, Int?)]
    )
    func zones(name: String, offset: Int?) {
        #expect(TimeZoneTable.standardOffset(of: name) == offset)
    }

    @Test("The fault of lowest rank is returned; within a rank, the first one")
    func faults() {
        let faults = NHNFaults()
        faults.note(.limit, "a")
        faults.note(.invalid, "b")
        faults.note(.empty, "c")
        faults.note(.empty, "d")
        #expect(throws: NHNError(.empty, "c", "")) { try faults.finish() }
    }
}

struct NHNStateTests {
    @Test("An unknown state, or one with missing parameters, is reported with the valid names")
    func faults() throws {
        let face = NHNHarness().service.faces[1]
        #expect(throws: StateChangeError.unknownState("nosuch", known: NHNService.states.names)) {
            try face.change(StateChange("nosuch", JSONObject(), .setup))
        }
        #expect(
            throws: StateChangeError.invalidParameter(
                state: "internal-error",
                parameter: "code",
                expected: "a code from 50001 to 50501"
            )
        ) {
            let params = JSONObject("code", 40001)
            _ = try face.change(StateChange("internal-error", params, .setup))
        }
        #expect(throws: StateChangeError.self) {
            let params = JSONObject("token", "t")
            _ = try face.change(StateChange("token-fails", params, .setup))
        }
    }

    @Test("A time of day is hours and minutes", arguments: ["24:00", "9:00", "21:60", "night", ""])
    func noTime(text: String) {
        let face = NHNHarness().service.faces[0]
        #expect(
            throws: StateChangeError.invalidParameter(
                state: "time-of-day",
                parameter: "time",
                expected: "a time such as 21:00"
            )
        ) {
            let params = JSONObject("time", .string(text))
            _ = try face.change(StateChange("time-of-day", params, .setup))
        }
    }

    @Test("A time-of-day state replaces the clock until it ends")
    func timeOfDay() throws {
        let harness = NHNHarness()
        harness.register("t", "u", ["isNightAdAgreement": false])
        let ad: [String: JSONValue] = [
            "messageType": "AD", "contact": "1588", "removeGuide": "Menu",
        ]
        let night = JSONObject("time", "21:00")
        _ = try harness.service.change(StateChange("time-of-day", night, .setup))
        #expect(harness.deliver(to: ["u"], ad).isEmpty)
        _ = try harness.service.change(StateChange("time-of-day", night, .teardown))
        #expect(harness.deliver(to: ["u"], ad).count == 1)
    }

    @Test("A state of one host applies at the other, and ends after an equal number of teardowns")
    func shared() throws {
        let harness = NHNHarness()
        let (api, collector) = (harness.service.faces[0], harness.service.faces[1])
        let code = JSONObject("code", 50001)
        _ = try api.change(StateChange("internal-error", code, .setup))
        _ = try collector.change(StateChange("internal-error", code, .setup))
        #expect(harness.send("GET", "/tags").code == 50001)
        _ = try collector.change(StateChange("internal-error", code, .teardown))
        #expect(harness.send("POST", "/events", at: 1).code == 50001)
        _ = try api.change(StateChange("internal-error", code, .teardown))
        #expect(harness.send("GET", "/tags").code == 0)
    }
}
