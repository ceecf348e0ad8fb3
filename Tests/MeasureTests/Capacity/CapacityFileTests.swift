import JSON
import JSONSchemas
import Testing

@testable import Measure

/// Search files, and `loadprofiles/capacity-1.schema.json` checked against the files that are written and read.
struct CapacityFileTests {
    private static func refusal(_ text: String) -> String? {
        do throws(RunResultError) {
            _ = try CapacityRecord(parsing: Array(text.utf8), file: "capacity.json")
            return nil
        } catch {
            return error.description
        }
    }

    @Test("A search survives a round trip through its file", arguments: SampleSearch.allCases)
    func roundTrip(sample: SampleSearch) throws {
        let record = sample.record
        let text = record.fileText
        let again = try CapacityRecord(parsing: Array(text.utf8), file: "capacity.json")
        #expect(again == record)
        #expect(again.fileText == text)
    }

    @Test("The samples cover every ending that a file can express")
    func endings() {
        let found = Set(SampleSearch.allCases.map(\.record.result.ending.name))
        #expect(
            found == [
                "found", "limited", "nothingHolds", "notRecovered", "budgetOver", "interrupted",
            ]
        )
        #expect(SampleSearch.notMonotone.record.result.passedAbove != nil)
        let growing = SampleSearch.growing.record.result
        #expect(growing.estimate != nil)
        #expect(growing.upperCause == .breached(.growing))
    }

    @Test("The schema describes every search that is written", arguments: SampleSearch.allCases)
    func written(sample: SampleSearch) throws {
        let value = try JSONValue(parsing: Array(sample.record.fileText.utf8))
        #expect(try ResultSchema.capacity.objections(to: value) == [])
    }

    @Test("The schema has only known keywords")
    func keywords() throws {
        #expect(try ResultSchema.capacity.loaded().unknownKeywords.map(\.description) == [])
    }

    /// Members for people, which are derived from the others and never read back.
    private static func isDerived(_ tokens: [String]) -> Bool {
        ["startedAt", "elapsedSeconds", "secondsWithout", "text", "name"].contains(tokens.last)
            && !["targets", "steps", "audienceCalls"].contains(tokens.first)
    }

    @Test(
        "A member of another kind is rejected by the schema, and by the reader if the reader uses it"
    )
    func otherKinds() throws {
        let json = SampleSearch.growing.record.json
        let schema = try ResultSchema.capacity.loaded()
        for tokens in DocumentMembers.list(json, wholeLists: ["steps", "thresholds"]) {
            let pointer = JSONPointer(tokens: tokens)
            let wrong = try json.setting(pointer, to: ["wrong": true])
            #expect(!schema.isValid(wrong), "\(pointer)")
            let isRefused = Self.refusal(wrong.text) != nil
            #expect(isRefused == !Self.isDerived(tokens), "\(pointer)")
        }
    }

    @Test("An unknown member is rejected by the schema and by the reader")
    func foreignMembers() throws {
        let json = SampleSearch.growing.record.json
        let schema = try ResultSchema.capacity.loaded()
        let all = DocumentMembers.list(json, wholeLists: ["steps", "thresholds"])
        for tokens in [[]] + all {
            let place = JSONPointer(tokens: tokens)
            guard json[place]?.objectValue != nil else { continue }
            let more = try json.setting(JSONPointer(tokens: tokens + ["foreign"]), to: 1)
            #expect(!schema.isValid(more), "\(place)")
            #expect(Self.refusal(more.text) != nil, "\(place)")
        }
    }

    @Test("If the reader requires a member, the schema does too")
    func missing() throws {
        let json = SampleSearch.growing.record.json
        let schema = try ResultSchema.capacity.loaded()
        for tokens in DocumentMembers.list(json, wholeLists: ["steps", "thresholds"]) {
            let pointer = JSONPointer(tokens: tokens)
            let shorter = try json.removing(pointer)
            guard schema.isValid(shorter) else { continue }
            #expect(Self.refusal(shorter.text) == nil, "\(pointer)")
        }
    }

    @Test(
        "An invalid search result is rejected with the file and the reason",
        arguments: [
            ("", "capacity.json: expected a result of assay capacity, got an empty file"),
            (
                "{\"assayCapacity\": 1, \"too",
                "capacity.json: the file is cut short after 25 bytes; copy it again, or repeat the run"
            ),
            (
                "{\"assayResult\": 1}",
                "capacity.json: expected a result of assay capacity, got a result of assay load"
            ),
            (
                "{\"assayCapacity\": 2}",
                "capacity.json: expected version 1 of the format, got version 2; read it with the "
                    + "assay that wrote it"
            ),
            (
                "{\"assayCapacity\": \"1\"}",
                "capacity.json: expected a result of assay capacity, got an assayCapacity that is "
                    + "not a version"
            ),
            (
                "{\"assayCapacity\": 1}",
                "capacity.json: tool: expected a value, got nothing"
            ),
        ]
    )
    func foreign(text: String, message: String) {
        #expect(Self.refusal(text) == message)
    }

    @Test(
        "Inconsistent values are rejected with their position",
        arguments: [
            ("/rate", 1_234, "rate: expected the rate of a step that says so, got 1234"),
            ("/upperRate", 100, "upperRate: expected the rate of a step that says so, got 100"),
            (
                "/upperCause", nil,
                "upperCause: expected a cause where there is an upperRate, else null, got null"
            ),
            ("/rate", nil, "rate: expected a rate, as ending is found, got null"),
            (
                "/ending", "limited",
                "ending: expected one of found, nothingHolds, notRecovered, budgetOver, interrupted, "
                    + "or limited beside a limit, got \"limited\""
            ),
            ("/startRate", 0, "startRate: expected a number above zero, got 0"),
            (
                "/estimate", ["rate": 3, "low": 1, "high": 2],
                "estimate.rate: expected a rate from low to high, got 3"
            ),
            (
                "/steps/5/saturation", ["seconds": 1, "rate": 1, "low": 2, "high": 3],
                "steps[5].saturation.rate: expected a rate from low to high, got 1"
            ),
            (
                "/percentile", "median",
                "percentile: expected a percentile such as p99, got \"median\""
            ),
            ("/profile/sends", [], "profile.sends: expected at least one send, got []"),
            (
                "/steps/0/verdict", "failed",
                "steps[0].verdict: expected \"passed\", as cause has, got \"failed\""
            ),
            (
                "/steps/0/purpose", "guess",
                "steps[0].purpose: expected one of doubling, probe, bisection, check, hold, recovery, got "
                    + "\"guess\""
            ),
            (
                "/steps/5/cause/threshold", 15,
                "steps[5].cause.threshold: expected a whole number from 0 to 9, got 15"
            ),
        ] as [(String, JSONValue, String)]
    )
    func inconsistent(pointer: String, value: JSONValue, message: String) throws {
        let json = try SampleSearch.found.record.json.setting(try JSONPointer(pointer), to: value)
        #expect(Self.refusal(json.text) == "capacity.json: \(message)")
    }
}
