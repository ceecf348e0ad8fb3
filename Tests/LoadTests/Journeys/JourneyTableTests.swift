import LoadModel
import Testing

@testable import Load

struct JourneyTableTests {
    @Test("The waiting journey that is due first continues first")
    func order() {
        var table = JourneyTable()
        // 500 times in shuffled order, each once: 7 is coprime to 500.
        for index in 0..<500 {
            let journey = table.begin(UInt64(index), kind: 0, send: 0, due: 0)
            table.journeys[journey].stepDue = Int64(index * 7 % 500)
            table.wait(journey)
        }
        let (paused, overdue) = (table.pausedCount(at: 99), table.overdueCount(at: 99))
        #expect(paused == 400)
        #expect(overdue == 100)
        var moments: [Int64] = []
        while table.nextDue < .max {
            moments.append(table.nextDue)
            let journey = table.takeNext()
            table.end(journey)
        }
        #expect(moments == (0..<500).map { Int64($0) })
        let isEmpty = table.isEmpty
        #expect(isEmpty)
    }

    @Test("The oldest is known when others end, and places are reused")
    func oldest() {
        var table = JourneyTable()
        let journeys = (0..<3).map { table.begin(UInt64($0), kind: 0, send: 0, due: Int64($0)) }
        table.end(journeys[0])
        let second = table.oldestDue
        #expect(second == 1)
        let fourth = table.begin(3, kind: 0, send: 0, due: 3)
        #expect(fourth == journeys[0])
        table.end(journeys[1])
        table.end(journeys[2])
        let last = table.oldestDue
        #expect(last == 3)
        table.end(fourth)
        let none = table.oldestDue
        #expect(none == .max)
    }
}

struct UserScheduleTests {
    @Test("Users come and go evenly, and each worker has its share")
    func changes() {
        let stages = [
            LoadShape.ConnectionStage(.init(start: 2, end: 6), duration: 400),
            LoadShape.ConnectionStage(.init(start: 3, end: 1), duration: 200),
        ]
        #expect(
            Self.changes(stages, WorkerShare()) == [
                "2", "3@100", "4@200", "5@300", "6@400", "3@400", "2@500", "1@600",
            ]
        )
        #expect(
            Self.changes(stages, WorkerShare(number: 0, count: 2)) == [
                "1", "2@100", "3@300", "2@400", "1@500",
            ]
        )
        #expect(
            Self.changes(stages, WorkerShare(number: 1, count: 2)) == [
                "1", "2@200", "3@400", "1@400", "0@600",
            ]
        )
    }

    @Test("Without stages all users are busy all the time")
    func all() {
        let schedule = UserSchedule([.init(duration: 100)], WorkerShare())
        #expect(schedule.limit == .max)
        #expect(schedule.nextChange == .max)
    }

    private static func changes(
        _ stages: [LoadShape.ConnectionStage],
        _ share: WorkerShare
    ) -> [String] {
        var schedule = UserSchedule(stages, share)
        var texts = ["\(schedule.limit)"]
        while let moment = schedule.advance(to: .max) {
            texts.append("\(schedule.limit)@\(moment)")
        }
        return texts
    }

    @Test(
        "A journey in a reused place has not thought yet; a moved journey has"
    )
    func thinking() {
        var table = JourneyTable()
        let first = table.begin(1, kind: 0, send: 0, due: 0)
        table.journeys[first].thought = 3_000
        var elsewhere = JourneyTable()
        elsewhere.accept(table.journeys[first])
        let moved = elsewhere.takeNext()
        #expect(elsewhere.journeys[moved].thought == 3_000)
        table.end(first)
        let second = table.begin(2, kind: 0, send: 0, due: 10)
        #expect(second == first)
        #expect(table.journeys[second].thought == 0)
    }
}
