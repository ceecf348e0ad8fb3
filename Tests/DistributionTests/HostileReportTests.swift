import JSON
import LoadModel
import Measure
import Testing

@testable import Distribution

/// Numbers that cause overflows in sums.
enum Extremes {
    static let numbers: [Int64] = [
        0, -1, 1 << 31, 1 << 53 + 1, 1 << 62, .max, .max - 1, .min, .min + 1,
    ]

    /// A subset that includes one failing value wherever any value fails.
    static let few: [JSONValue?] = [-1, .integer(1 << 62), .integer(.max), .integer(.min), nil]

    /// The numbers as JSON, and values that are not integers; `nil` omits the member.
    static let values: [JSONValue?] =
        numbers.map { .integer(Int($0)) } + [
            .number(.unsigned(.max)), .number(.real(1e300)), .number(.real(0.5)), .null, "", [],
            [:],
            nil,
        ]
}

/// Reports that a generator never writes: any machine in the network may send them.
struct HostileReportTests {
    private static let unreadable =
        "generator name of n1 (host host of n1): its report cannot be read"

    /// A report with one member of its head changed.
    private static func report(
        _ member: String,
        _ value: JSONValue?,
        of event: Fleet.Event
    ) -> Fleet.Event {
        guard case .message(let node, let kind, let packet) = event else { return event }
        var head = packet.head.objectValue ?? JSONObject()
        head[member] = value
        return .message(node: node, kind: kind, Packet(.object(head), body: packet.body))
    }

    /// A second in which one arrival succeeded and one failed: quick to read repeatedly.
    private static let second: Recording = {
        var recording = Recording(ReplayedRun.plan)
        for (outcome, isGood) in [("201", true), ("503", false)] {
            let cell = recording.cell(.init(send: 0, outcome: outcome, isGood: isGood))
            let arrival = SettledArrival(
                due: 0,
                ready: 0,
                sent: 1_000,
                done: 2_000_000,
                own: 1_000,
                bytesSent: 300,
                bytesReceived: 100
            )
            recording.record(arrival, cell: cell, isResponse: true)
        }
        return recording.finished()
    }()

    private static func sayings(_ actions: [Fleet.Action]) -> [String] {
        actions.compactMap { action in
            switch action {
            case .say(let text), .refuse(let text): text
            default: nil
            }
        }
    }

    /// The members of a report, and the accepted values for each among the numbers above.
    private static let members: [(name: String, taken: [Int64])] = [
        // An earlier report is acknowledged again; a report after a missing one is not acknowledged.
        ("number", [1 << 31]), ("length", []), ("elapsed", [0, -1, 1 << 31]),
        ("settledBefore", [0, -1, 1 << 31]), ("ended", [0, 1 << 31]), ("inFlight", [0]),
        ("paused", [0]), ("connections", [0]),
        ("clockOffset", [0, -1, 1 << 31, 1 << 53 + 1]),
        ("clockBound", [0, 1 << 31, 1 << 53 + 1, 1 << 62]),
        ("clockDrift", [0, -1, 1 << 31, 1 << 53 + 1]),
        ("roundTrip", [0, 1 << 31, 1 << 53 + 1, 1 << 62]),
    ]

    @Test(
        "An impossible number in a report loses its generator, and nothing else",
        arguments: members.map(\.name)
    )
    func heads(_ member: String) throws {
        let taken = try #require(Self.members.first { $0.name == member }).taken
        let report = Fleet.Event.report("n1", .whole, 1, Self.second)
        for value in Extremes.values {
            var fleet = Fleet.running(1)
            let actions = fleet.take(Self.report(member, value, of: report), at: 0)
            let isTaken = value?.intValue.map { taken.contains(Int64($0)) } ?? false
            #expect(
                Self.sayings(actions) == (isTaken ? [] : [Self.unreadable]),
                "\(member): \(value?.text ?? "nothing")"
            )
            #expect(fleet.gap(of: fleet.members[0]) == nil || !isTaken)
        }
    }

    @Test(
        "The run does not start with a generator that reports an impossible value",
        arguments: ["connections", "clockOffset", "clockBound", "clockDrift", "roundTrip"]
    )
    func ready(_ member: String) throws {
        let taken = try #require(Self.members.first { $0.name == member }).taken
        for value in Extremes.values {
            var fleet = Fleet(ReplayedRun.course, wanted: 1, leaseLength: 5 * ReplayedRun.second)
            _ = fleet.take(.joined(node: "n1"), at: 0)
            let actions = fleet.take(Self.report(member, value, of: .ready("n1")), at: 0)
            guard value?.intValue.map({ taken.contains(Int64($0)) }) ?? false else {
                #expect(Self.sayings(actions) == [Self.unreadable])
                continue
            }
            #expect(actions == [.begin])
            // However slow it claims to be, the others wait at most a minute.
            let now: Int64 = 1_790_000_000 * ReplayedRun.second
            _ = fleet.begin(at: now, warmup: 0)
            #expect(try #require(fleet.base) - now <= 60 * ReplayedRun.second)
        }
    }

    @Test("An outstanding entry has a timestamp, a send of the run and a count")
    func outstanding() {
        let report = Fleet.Event.report("n1", .whole, 1, Self.second)
        for position in 0..<3 {
            for value in Extremes.values {
                var row: [JSONValue] = [0, 1, 7]
                if let value { row[position] = value } else { row.remove(at: position) }
                var fleet = Fleet.running(1)
                let list = JSONValue.array([.array(row)])
                let actions = fleet.take(Self.report("outstanding", list, of: report), at: 0)
                let number = value?.intValue
                let isTaken =
                    switch position {
                    case 0: [0, -1, 1 << 31].contains(number)
                    case 1: number == 0
                    default: [0, 1 << 31].contains(number)
                    }
                #expect(Self.sayings(actions) == (isTaken ? [] : [Self.unreadable]))
            }
        }
    }

    @Test("An empty body, a truncated one, and a part of another run lose the generator")
    func bodies() {
        for body in [[], Array("{}".utf8), Array("no result".utf8)] {
            var fleet = Fleet.running(1)
            let event = Fleet.Event.report("n1", .whole, 1, Self.second)
            guard case .message(_, let kind, let packet) = event else { continue }
            let actions = fleet.take(
                .message(node: "n1", kind: kind, Packet(packet.head, body: body)),
                at: 0
            )
            #expect(Self.sayings(actions) == [Self.unreadable])
        }
        var fleet = Fleet.running(1)
        let text = ReplayedRun.result(Self.second, [ReplayedRun.part(.whole)]).fileText
            .replacing("findPush", with: "otherCall")
        let head: JSONValue = [
            "number": 0, "clockOffset": 0, "clockBound": 0, "clockDrift": 0, "roundTrip": 0,
        ]
        let packet = Packet(head, body: Array(text.utf8))
        let actions = fleet.take(
            .message(node: "n1", kind: FleetMessage.result, packet),
            at: 0
        )
        #expect(
            Self.sayings(actions) == [
                "generator name of n1 (host host of n1): its part cannot be read"
            ]
        )
    }

    @Test("A result with any number is rejected, or its computed values do not overflow")
    func results() throws {
        let part = Self.second
        let text = ReplayedRun.result(part, [ReplayedRun.part(.whole)]).fileText
        let document = try JSONValue(parsing: Array(text.utf8))
        var (accepted, refused) = (0, 0)
        for place in Self.numbers(of: document) {
            for value in Extremes.few {
                let body = Array(Self.changed(document, place[...], to: value).text.utf8)
                let event = Fleet.Event.report("n1", .whole, 1, part)
                guard case .message(_, let kind, let packet) = event else { continue }
                var head = packet.head.objectValue ?? JSONObject()
                head["length"] = .integer(body.count)
                var fleet = Fleet.running(1)
                let message = Packet(.object(head), body: body)
                let actions = fleet.take(.message(node: "n1", kind: kind, message), at: 0)
                guard Self.sayings(actions).isEmpty else {
                    #expect(Self.sayings(actions) == [Self.unreadable])
                    refused += 1
                    continue
                }
                accepted += 1
                _ = fleet.take(.report("n1", .whole, 2, part), at: 0)
                let parts = [try #require(fleet.members[0].part)]
                let result = ReplayedRun.result(fleet.union.finished(), parts)
                #expect(!result.fileText.isEmpty && result.processTime >= 0)
            }
        }
        #expect(accepted > 0 && refused > 100)
    }

    @Test("The totals of a generator's reports may not overflow")
    func weight() throws {
        var fleet = Fleet.running(1_000)
        var part = Recording(ReplayedRun.plan)
        let cell = part.cell(.init(send: 0, outcome: "503", isGood: false))
        let arrival = SettledArrival(
            due: 0,
            ready: 0,
            sent: 0,
            done: 1,
            own: 0,
            bytesSent: 1_000_000_000_000_000,
            bytesReceived: 0
        )
        part.record(arrival, cell: cell, isResponse: true)
        #expect(part.weight == 1_000_000_000_000_000)
        let shard = Shard(1, of: 1_000)
        #expect(Self.sayings(fleet.take(.report("n1", shard, 1, part), at: 0)) == [])
        #expect(Self.sayings(fleet.take(.report("n1", shard, 2, part), at: 0)) == [Self.unreadable])
    }

    // MARK: - Places in a document

    private enum Step {
        case member(String)
        case element(Int)
    }

    /// The members that are read from a result; everything else is derived from them.
    private static let read: Set = [
        "assayResult", "profile", "thresholds", "checks", "parts", "recording", "slices",
    ]

    /// The places of numbers, and of digits as strings; only in the first element of a list.
    private static func numbers(of value: JSONValue, at place: [Step] = []) -> [[Step]] {
        switch value {
        case .number: [place]
        case .string(let text): Int(text) == nil ? [] : [place]
        case .object(let object):
            object.members.filter { !place.isEmpty || read.contains($0.name) }
                .flatMap { numbers(of: $0.value, at: place + [.member($0.name)]) }
        case .array(let list):
            list.prefix(1).enumerated().flatMap { numbers(of: $1, at: place + [.element($0)]) }
        case .null, .bool: []
        }
    }

    private static func changed(
        _ value: JSONValue,
        _ place: ArraySlice<Step>,
        to new: JSONValue?
    ) -> JSONValue {
        switch (place.first, value) {
        case (.member(let name), .object(var object)):
            let inner = changed(object[name] ?? .null, place.dropFirst(), to: new)
            object[name] = place.count == 1 && new == nil ? nil : inner
            return .object(object)
        case (.element(let index), .array(var list)):
            if place.count == 1, new == nil {
                list.remove(at: index)
            } else {
                list[index] = changed(list[index], place.dropFirst(), to: new)
            }
            return .array(list)
        default: return new ?? .null
        }
    }
}
