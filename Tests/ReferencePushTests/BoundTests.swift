import JSON
import Testing

@testable import ReferencePush

/// Stores whose work must not grow with their present or past size: it is counted in steps, and without the bound the
/// test would not finish.
struct BoundTests {
    private static let count = 60_000

    @Test(
        "Reservations above the limit are accepted as fast as those below",
        .timeLimit(.minutes(2))
    )
    func reservations() throws {
        var body = NHNHarness.message
        body["schedules"] = ["2023-11-15T13:00"]
        body["isLocalTime"] = false
        let fields = NHNFields(object: body, faults: NHNFaults())
        let plan = try #require(ReservationPlan(fields, resources: [], at: NHNHarness.now))
        var store = NHNReservationStore()
        for id in 0..<Self.count {
            store.insert(
                NHNReservation(
                    id: id,
                    plan: plan,
                    schedules: [],
                    created: NHNHarness.now,
                    updated: NHNHarness.now
                )
            )
        }
        #expect(store[0]?.id == 0)
        for id in 0..<Self.count { store.remove(id, at: NHNHarness.now) }
        #expect(Array(store.newestFirst).isEmpty)
        #expect(store.steps < 4 * Self.count)
    }

    @Test(
        "Pushes move to the backup equally fast, however many moved before",
        .timeLimit(.minutes(2))
    )
    func pushes() throws {
        var data = NCMBData(seed: 1, historyLimit: Self.count / 3)
        let given = JSONObject([.init(name: "immediateDeliveryFlag", value: true)])
        let settings = try PushSettings(given: given)
        for _ in 0..<Self.count {
            let push = Push(
                id: data.pushes.newID(using: &data.random),
                given: given,
                settings: settings,
                plannedDevices: 0,
                at: NCMBHarness.now
            )
            data.add(push)
            data.finish(push.id, .delivered, error: .null, devices: 0)
        }
        #expect(data.pushes.count == Self.count / 3)
        #expect(data.pushes.steps < 4 * Self.count)
        #expect(data.backup.files == ["push_202311.csv": Self.count - Self.count / 3])
    }
}
