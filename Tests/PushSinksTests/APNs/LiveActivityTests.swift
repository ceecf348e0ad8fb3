import HTTP
import JSON
import Testing

@testable import PushSinks

/// Payloads for a Live Activity that a device would not understand.
struct LiveActivityTests {
    private static let start =
        #""timestamp":1,"event":"start","content-state":{},"alert":{"title":"a"},"#
        + #""attributes-type":"A","attributes":{}"#

    @Test(
        "Each violated payload rule is named",
        arguments: [
            (#""timestamp":1,"event":"update","content-state":{}"#, []),
            (#""timestamp":1,"event":"end""#, []),
            (#""timestamp":1,"event":"end","content-state":{},"dismissal-date":0"#, []),
            (start, []),
            (#""event":"update","content-state":{}"#, [.timestamp]),
            (#""timestamp":"1","event":"update","content-state":{}"#, [.timestamp]),
            (#""timestamp":1,"content-state":{}"#, [.event]),
            (#""timestamp":1,"event":"stop","content-state":{}"#, [.event]),
            (#""timestamp":1,"event":"update""#, [.contentState]),
            (#""timestamp":1,"event":"end","content-state":[]"#, [.contentState]),
            (#""timestamp":1,"event":"start","content-state":{}"#, [.alert, .attributes]),
            (start + #","attributes":[]"#, [.malformed]),
            (
                #""timestamp":1,"event":"update","content-state":{},"stale-date":"soon","#
                    + #""dismissal-date":null,"relevance-score":true"#,
                [.staleDate, .dismissalDate, .relevanceScore]
            ),
        ] as [(String, [LiveActivity.Fault])]
    )
    func faults(aps: String, expected: [LiveActivity.Fault]) {
        let payload = Array(#"{"aps":{\#(aps)}}"#.utf8)
        let faults = LiveActivity.faults(in: payload, priority: nil, isBroadcast: false)
        #expect(faults == expected)
    }

    @Test(
        "A broadcast cannot start an activity, priority 1 is not for activities, and JSON is required"
    )
    func surroundings() {
        func faults(_ text: String, _ priority: String, _ isBroadcast: Bool) -> [LiveActivity.Fault]
        {
            LiveActivity.faults(
                in: Array(text.utf8),
                priority: Array(priority.utf8)[...],
                isBroadcast: isBroadcast
            )
        }
        let start = #"{"aps":{\#(Self.start)}}"#
        #expect(faults(start, "5", true) == [.start])
        #expect(faults(start, "10", false) == [])
        #expect(faults(start, "1", false) == [.priority])
        #expect(faults("{", "10", false) == [.malformed])
        #expect(faults(#"{"aps":1}"#, "10", true) == [.malformed])
    }

    @Test("A notification that violates rules is accepted, and the account names the rules")
    func account() async throws {
        let server = try SinkServer(APNsSink())
        let push = try Push {
            $0.headers.set("apns-push-type", "liveactivity")
            $0.headers.set("apns-topic", "com.example.app.push-type.liveactivity")
        }
        #expect(try await server.send(push).status == 200)
        #expect(try await server.send(try Push()).status == 200)
        let noted = try await server.control("GET", "account")["noted"]
        #expect(noted?["activity-timestamp"] == 1)
        #expect(noted?["activity-event"] == 1)
        #expect(noted?["activity-content-state"] == 1)
        #expect(noted?["activity-malformed"] == nil)
    }
}
