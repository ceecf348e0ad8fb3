import LoadModel
import Testing

struct ShardTests {
    @Test(
        "A shard's description reads back as the same text",
        arguments: ["1/1", "2/4", "1000/1000"]
    )
    func text(text: String) throws {
        #expect(try #require(Shard(text, atMost: 1_000)).description == text)
    }

    @Test(
        "Invalid shards are rejected",
        arguments: [
            "", "1", "/", "1/", "0/4", "5/4", "2/0", "+1/2", "-1/2", "1/2/3", "1/1001", " 1/2",
        ]
    )
    func refused(text: String) {
        #expect(Shard(text, atMost: 1_000) == nil)
    }

    @Test("The parts of a shard cover its arrivals exactly once")
    func parts() {
        let parts = (0..<3).map { Shard(2, of: 4).part($0, of: 3) }
        let numbers = (0..<120 as Range<UInt64>).filter { number in
            parts.count { number % $0.count == $0.index } == 1
        }
        #expect(numbers == (0..<120).filter { $0 % 4 == 1 })
    }
}
