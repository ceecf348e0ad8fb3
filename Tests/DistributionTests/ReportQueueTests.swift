import Testing

@testable import Distribution

struct ReportQueueTests {
    private static func add(_ queue: inout ReportQueue) -> [[UInt8]] {
        queue.add { [UInt8($0)] }
    }

    @Test("Each report is sent once if it is acknowledged")
    func steady() {
        var queue = ReportQueue()
        for number in UInt64(1)...5 {
            #expect(Self.add(&queue) == [[UInt8(number)]])
            queue.acknowledge(number)
        }
        #expect(queue.isEmpty)
    }

    @Test("A lost report is resent with all later ones, two reports later")
    func lost() {
        var queue = ReportQueue()
        #expect(Self.add(&queue) == [[1]])
        #expect(Self.add(&queue) == [[2]])
        #expect(Self.add(&queue) == [[1], [2], [3]])
        #expect(Self.add(&queue) == [[4]])
        queue.acknowledge(2)
        #expect(Self.add(&queue) == [[5]])
        queue.acknowledge(5)
        #expect(queue.isEmpty)
    }

    @Test("A late acknowledgement does not acknowledge later reports")
    func late() {
        var queue = ReportQueue()
        _ = Self.add(&queue)
        _ = Self.add(&queue)
        queue.acknowledge(1)
        queue.acknowledge(1)
        #expect(!queue.isEmpty)
        #expect(Self.add(&queue) == [[3]])
    }
}
