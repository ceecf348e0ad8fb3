import JSON
import Testing

@testable import ReferencePush

/// Behaviour that contracts cannot see: names, the clock, and events over days.
struct NHNServiceTests {
    @Test(
        "The two generations differ in their names and in the text of a success",
        arguments: [(NHNGeneration.nhn, "nhn-push", "success"), (.toast, "toast-push", "SUCCESS")]
    )
    func names(generation: NHNGeneration, name: String, text: String) {
        let harness = NHNHarness { $0.generation = generation }
        #expect(harness.service.faces.map(\.name) == ["\(name).api", "\(name).collector"])
        #expect(harness.register("t", "u").summary == "0 \(text)")
    }

    @Test("Each host offers its own calls, and both share one state")
    func hosts() {
        let harness = NHNHarness()
        let events: JSONValue = ["events": []]
        #expect(harness.send("POST", "/events", events, at: 0).code == 40401)
        #expect(harness.send("POST", "/events", events, at: 1).summary.hasSuffix("events<>"))
        #expect(harness.send("GET", "/tokens?uid=u", at: 1).code == 40401)
    }

    @Test("A message that waits longer than its lifetime is not sent")
    func lifetime() throws {
        let harness = NHNHarness { $0.common.deliveryDelay = .seconds(61) }
        harness.register("t", "u")
        var body = NHNHarness.message
        body["timeToLiveMinute"] = 1
        _ = harness.send("POST", "/messages", .object(body))
        harness.clock.advance(by: .seconds(62))
        harness.service.deliverDue()
        let errors = harness.send("GET", "/message-errors").json["messageErrors"]?.arrayValue
        let error = try #require(errors?.first)
        #expect(error["messageErrorCause"] == "EXPIRED_TIME_OUT")
        #expect(error["messageErrorType"] == "INTERNAL_ERROR")
        #expect(error["tokens"] == [["uid": "u", "token": "t"]])
    }

    @Test(
        "Koreans get ads only with consent, and from 21:00 to 8:00 only with consent for nights",
        arguments: [(0, true), (8, true), (9, false), (19, false), (20, true)]
    )
    func night(hoursAfterNoon: Int, isSent: Bool) {
        let harness = NHNHarness()
        harness.register("t", "u", ["isNightAdAgreement": false])
        harness.clock.advance(by: .seconds(hoursAfterNoon * 3_600))
        let ad: [String: JSONValue] = [
            "messageType": "AD", "contact": "1588", "removeGuide": "Menu",
        ]
        #expect(harness.deliver(to: ["u"], ad).isEmpty != isSent)
    }

    @Test(
        "A rule in the past yields its days, and one with more times than a year has is rejected",
        arguments: [
            (
                "EVERY_WEEK", "1969-12-25", "1970-01-04", ["SUNDAY", "THURSDAY"],
                ["1969-12-25", "1969-12-28", "1970-01-01", "1970-01-04"], 0
            ),
            ("EVERY_DAY", "1969-12-31", "1970-01-01", [], ["1969-12-31", "1970-01-01"], 0),
            ("EVERY_DAY", "0001-01-01", "2023-11-15", [], [], 40_008),
        ]
    )
    func pastRules(
        type: String,
        from: String,
        to: String,
        weekdays: [String],
        days: [String],
        code: Int
    ) {
        let rule: JSONValue = [
            "type": .string(type), "fromDate": .string(from), "toDate": .string(to),
            "times": ["12:00"], "daysOfWeek": .array(weekdays.map { .string($0) }),
        ]
        let response = NHNHarness().send("POST", "/schedules", rule)
        #expect(response.code == code)
        let schedules = response.json["schedules"]?.arrayValue?.compactMap(\.stringValue)
        #expect(schedules ?? [] == days.map { "\($0)T12:00" })
    }

    @Test("A reservation in local time is sent to each zone at its local time")
    func localTime() {
        let harness = NHNHarness()
        harness.register("seoul", "u")
        harness.register("london", "v", ["timezoneId": "Europe/London", "deviceId": "d"])
        var body = NHNHarness.message
        body["schedules"] = ["2023-11-15T13:00"]
        body["isLocalTime"] = true
        let response = harness.send("POST", "/reservations", .object(body))
        let id = response.json["reservation"]?["reservationId"]?.intValue ?? 0
        var counts: [[Int?]] = []
        for _ in 0..<2 {
            harness.clock.advance(by: .seconds(5 * 3_600))
            harness.service.deliverDue()
            let reply = harness.send("GET", "/reservations/\(id)/messages").json
            counts.append((reply["messages"]?.arrayValue ?? []).map { $0["sentCount"]?.intValue })
        }
        #expect(counts == [[1], [1, 1]])
        let reservation = harness.send("GET", "/reservations/\(id)").json["reservation"]
        #expect(reservation?["reservationStatus"] == "COMPLETED")
    }

    @Test("Lists evict their oldest entries, so that memory stays bounded")
    func bounds() {
        let harness = NHNHarness { $0.historyLimit = 10 }
        harness.register("t", "u")
        for _ in 0..<50 { _ = harness.deliver(to: ["u"]) }
        let data = harness.send("GET", "/logs/message").json["data"]
        #expect(data?["count"]?.intValue == 10)
        let total = harness.send("GET", "/stats/total?eventCategory=MESSAGE").json["total"]
        #expect((10...20).contains(total?["SENT"]?.intValue ?? 0))
    }
}
