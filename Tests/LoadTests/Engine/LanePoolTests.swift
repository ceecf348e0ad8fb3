import Testing

@testable import Load

@Suite
struct LanePoolTests {
    /// Three connections, with the number of lanes given by `lanes` for each.
    private final class Table {
        var pool: LanePool

        init(lanes width: Int) { pool = LanePool(connections: 3, lanesPerConnection: width) }

        func open(_ connection: Int, limit: Int, at moment: Int64) {
            pool.open(connection, limit: limit)
            for lane in pool.lanes(of: connection).prefix(limit) {
                pool.put(lane, freeSince: moment)
            }
        }

        var count: Int { pool.count }
        var isEmpty: Bool { pool.isEmpty }

        /// The connection of the next lane, and the time since when one was free.
        func take() -> [Int64] {
            let (lane, moment) = pool.take()
            return [Int64(pool.lanes[lane].connection), moment]
        }
    }

    @Test("Connections with one lane take turns, the longest idle first")
    func single() {
        let table = Table(lanes: 1)
        table.open(1, limit: 1, at: 10)
        table.open(0, limit: 1, at: 20)
        table.open(2, limit: 1, at: 30)
        #expect(table.take() == [1, 10])
        #expect(table.take() == [0, 20])
        table.pool.put(1, freeSince: 40)
        #expect(table.take() == [2, 30])
        #expect(table.take() == [1, 40])
        #expect(table.isEmpty)
    }

    @Test("The connection with the fewest requests gets the next one")
    func leastLoaded() {
        let table = Table(lanes: 3)
        table.open(0, limit: 3, at: 1)
        table.open(1, limit: 1, at: 2)
        #expect(table.count == 4)
        #expect(table.take()[0] == 0)
        #expect(table.take()[0] == 1)
        // The other is full.
        #expect(table.take()[0] == 0)
        #expect(table.take()[0] == 0)
        #expect(table.isEmpty)
        table.pool.put(3, freeSince: 9)
        table.pool.put(0, freeSince: 10)
        #expect(table.take() == [1, 9])
        #expect(table.take() == [0, 10])
    }

    @Test("A limit below the number of open requests grants nothing until enough have ended")
    func limit() {
        let table = Table(lanes: 4)
        table.open(2, limit: 4, at: 1)
        for _ in 0..<3 { #expect(table.take()[0] == 2) }
        table.pool.limit(2, to: 1, at: 5)
        #expect(table.isEmpty)
        let lanes = 8..<12
        let free = table.pool.connections[2].free
        var busy = lanes.filter { $0 != free }
        table.pool.put(busy.removeFirst(), freeSince: 6)
        table.pool.put(busy.removeFirst(), freeSince: 7)
        #expect(table.isEmpty)
        table.pool.put(busy.removeFirst(), freeSince: 8)
        #expect(table.count == 1)
        table.pool.limit(2, to: 3, at: 9)
        #expect(table.count == 3)
        #expect((0..<3).map { _ in table.take()[1] } == [8, 9, 9])
        table.pool.retire(2)
        #expect(table.isEmpty)
    }
}
