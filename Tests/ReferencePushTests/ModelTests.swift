import Base
import Testing

@testable import ReferencePush

struct InstantTests {
    @Test(
        "An instant survives a round trip through text",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_385_952_275_452, "2013-12-02T02:44:35.452Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (1_709_164_800_000, "2024-02-29T00:00:00.000Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)]
    )
    func iso(milliseconds: Int64, text: String) {
        #expect(Instant(milliseconds: milliseconds).iso == text)
        #expect(Instant(iso: text)?.milliseconds == milliseconds)
    }

    @Test(
        "Fractions of other lengths are read and cut to milliseconds",
        arguments: [("", 0), (".1", 100), (".12", 120), (".123", 123), (".1239", 123)]
    )
    func fraction(text: String, milliseconds: Int64) {
        #expect(Instant(iso: "1970-01-01T00:00:00\(text)Z")?.milliseconds == milliseconds)
    }

    @Test("Every day of four centuries follows the previous day")
    func days() {
        var previous = CalendarDate(year: 1999, month: 12, day: 31)
        for day in Int64(10_957)..<(10_957 + 146_097) {
            let date = CalendarDate(daysSince1970: day)
            #expect(date.daysSince1970 == day)
            #expect(
                (date.year, date.month, date.day) > (previous.year, previous.month, previous.day)
            )
            previous = date
        }
        #expect(previous == CalendarDate(year: 2399, month: 12, day: 31))
    }
}

struct ObjectIDTests {
    @Test("A key reads back as its original text")
    func text() {
        #expect(ObjectID("7FrmPTBKSNtVjajm")?.text == "7FrmPTBKSNtVjajm")
        #expect(ObjectID("41My7ovRtgHflLeX") != ObjectID("41My7ovRtgHflLeY"))
    }

    @Test(
        "Anything but sixteen letters and digits is not a key",
        arguments: ["", "7FrmPTBKSNtVjaj", "7FrmPTBKSNtVjajmm", "7FrmPTBKSNtVja/m", "éééééééé"]
    )
    func refused(text: String) { #expect(ObjectID(text) == nil) }

    @Test("New keys are valid and differ")
    func random() {
        var generator = SplitMix64(seed: 7)
        let ids = (0..<1_000).map { _ in ObjectID(using: &generator) }
        #expect(Set(ids).count == 1_000)
        for id in ids { #expect(ObjectID(id.text) == id) }
    }
}

struct BoundedStoreTests {
    @Test("Values are found by key and stay in order through additions, changes and removals")
    func model() {
        var generator = SplitMix64(seed: 11)
        var store = BoundedStore<Int, Int>()
        var expected: [(key: Int, value: Int)] = []
        for step in 0..<5_000 {
            if expected.isEmpty || generator.next() % 5 < 3 {
                let evicted = store.insert(step, for: step)
                #expect(evicted == nil)
                expected.append((step, step))
                continue
            }
            let position = Int(generator.next() % UInt64(expected.count))
            let key = expected[position].key
            switch generator.next() % 4 {
            case 0:
                #expect(store.update(key) { $0 = -step })
                expected[position].value = -step
            case 1:
                store.insert(step, for: key)
                expected[position].value = step
            default:
                let removed = store.remove(key)
                #expect(removed == expected.remove(at: position).value)
            }
        }
        #expect(store.count == expected.count)
        #expect(Array(store.keys) == expected.map(\.key))
        #expect(Array(store.newestFirst) == expected.map(\.value).reversed())
        for (key, value) in expected { #expect(store[key] == value) }
        let some = store.newestFirst(among: expected.prefix(3).map(\.key) + [-1])
        #expect(Array(some) == expected.prefix(3).map(\.value).reversed())
        store.removeAll { $0 < 0 }
        #expect(Array(store.newestFirst) == expected.map(\.value).filter { $0 >= 0 }.reversed())
        #expect(!store.update(-1) { $0 = 0 })
        #expect(store.remove(-1) == nil)
    }

    @Test("Above the limit the oldest value is evicted", arguments: [1, 3, 100])
    func limit(limit: Int) {
        var store = BoundedStore<Int, Int>(limit: limit)
        var gone: [Int] = []
        for number in 0..<500 {
            if let evicted = store.insert(number, for: number) { gone.append(evicted) }
        }
        #expect(gone == Array(0..<500 - limit))
        #expect(Array(store.keys) == Array((500 - limit)..<500))
        store.insert(-1, for: 499)
        #expect(Array(store.newestFirst).first == -1)
        #expect(store.count == limit)
    }

    @Test("An appended value has its own number, even after a removal")
    func append() {
        var store = BoundedStore<Int, String>(limit: 3)
        for text in ["a", "b", "c", "d"] { store.append(text) }
        store.removeAll { $0 == "d" }
        store.append("e")
        #expect(Array(store.newestFirst) == ["e", "c", "b"])
    }

    @Test("A set accepts each key once, returns the oldest first, and evicts at its limit")
    func set() {
        var set = BoundedStore<Int, Void>(limit: 3)
        let taken = [1, 2, 1, 3, 4, 1].map { set.insert($0) }
        #expect(taken == [true, true, false, true, true, true])
        let popped = (0..<4).map { _ in set.popOldest() }
        #expect(popped == [3, 4, 1, nil])
    }

    @Test(
        "The cost of a change stays constant, wherever values are removed",
        arguments: ["oldest", "newest", "every other", "all at once"]
    )
    func work(place: String) {
        let count = 20_000
        var store = BoundedStore<Int, Int>(limit: place == "oldest" ? 10 : .max)
        for key in 0..<count {
            store.insert(key, for: key)
            if place == "newest" || place == "every other" && key % 2 == 0 { store.remove(key) }
        }
        if place == "all at once" { store.removeAll { _ in true } }
        #expect(store.steps < 4 * count)
    }
}

struct DeliveryQueueTests {
    @Test("Entries are returned in time order, and none before its time")
    func order() {
        var generator = SplitMix64(seed: 3)
        var queue = DeliveryQueue<Int64>()
        var times: [Int64] = []
        for _ in 0..<500 {
            let time = Int64(generator.next() % 1_000)
            times.append(time)
            queue.insert(due: Instant(milliseconds: time), time)
        }
        var popped: [Int64] = []
        for now in [Int64(-1), 499, 1_000] {
            while let time = queue.popFirst(dueBy: Instant(milliseconds: now)) {
                #expect(time <= now)
                popped.append(time)
            }
            if now == 499 { #expect(popped.count == times.filter { $0 <= 499 }.count) }
        }
        #expect(popped == times.sorted())
        #expect(queue.firstDue == nil)
        #expect(queue.firstDue == nil)
    }
}

struct FormQueryTests {
    @Test("A query is decoded as a form; invalid escapes are literal")
    func decoding() {
        let query = FormQuery("a=1%2B2+3&b&c=%zz%4&%61%62=x=y&a=second&d=%E3%81%82")
        #expect(query["a"] == "1+2 3")
        #expect(query["b"] == "")
        #expect(query["c"] == "%zz%4")
        #expect(query["ab"] == "x=y")
        #expect(query["d"] == "あ")
        #expect(query["nosuch"] == nil)
        #expect(FormQuery(nil)["a"] == nil)
    }
}

struct PushBackupTests {
    @Test(
        "A push is in the file of its month in Japan time",
        arguments: [
            ("2022-03-15T00:00:00.000Z", "push_202203.csv"),
            ("2022-03-31T14:59:59.999Z", "push_202203.csv"),
            ("2022-03-31T15:00:00.000Z", "push_202204.csv"),
            ("2022-12-31T15:00:00.000Z", "push_202301.csv"),
        ]
    )
    func fileName(time: String, expected: String) throws {
        let instant = try #require(Instant(iso: time))
        #expect(PushBackup.fileName(deliveryTime: instant) == expected)
    }
}
