import DeliveryFeed
import Synchronization
import Testing

@Suite("Delivery feed from a sink to a run")
struct DeliveryFeedTests {
    @Test("A record is 32 bytes, and is read back unchanged")
    func record() {
        let record = DeliveryRecord(
            moment: 5,
            delay: 7,
            recipient: .max,
            arrival: DeliveryRecord.greatestArrival,
            outcome: .unregistered,
            marks: [.altered, .unmarked]
        )
        var bytes: [UInt8] = []
        record.append(to: &bytes)
        #expect(bytes.count == DeliveryRecord.byteCount)
        #expect(bytes.withUnsafeBytes { DeliveryRecord($0) } == record)
        bytes[25] = 99
        #expect(bytes.withUnsafeBytes { DeliveryRecord($0) } == nil)
    }

    @Test("Hexadecimal names are equal in both cases, other names are not")
    func hash() {
        #expect(RecipientHash.of("ab01".utf8) == RecipientHash.of("AB01".utf8))
        #expect(RecipientHash.of("ab01".utf8) != RecipientHash.of("ab10".utf8))
        #expect(RecipientHash.of("".utf8) != RecipientHash.of("a".utf8))
    }

    @Test(
        "The marker is found at any position, with its number and the text after it",
        arguments: [
            (#"{"aps":{"alert":"assay:r1:17 hello"}}"#, 17, false),
            (#"{"aps":{"alert":"assay:r1:17 hell"}}"#, 17, true),
            (#"{"aps":{"alert":"assay:r1:17 hello."}}"#, 17, true),
            (#"{"alert":"assay:r1:0 \u0068ello","badge":1}"#, 0, false),
            ("assay:r1:1099511627775 hello", 1_099_511_627_775, false),
            ("aassay:assay:r1:5 hello", 5, false),
        ] as [(String, UInt64, Bool)]
    )
    func found(content: String, arrival: UInt64, isAltered: Bool) {
        let marker = DeliveryMarker(run: "r1", text: " hello")
        let found = marker.find(in: Array(content.utf8)[...])
        #expect(found?.arrival == arrival)
        #expect(found?.isAltered == isAltered)
    }

    @Test(
        "Anything else is not a marker of the run",
        arguments: [
            "", "hello", "assay:r2:17 hello", "assay:r1: hello", "assay:r1",
            "assay:r1:9999999999999",
        ]
    )
    func notFound(content: String) {
        let marker = DeliveryMarker(run: "r1", text: " hello")
        #expect(marker.find(in: Array(content.utf8)[...]) == nil)
    }

    @Test("A text that varies between messages is compared up to its first variable part")
    func openText() {
        let marker = DeliveryMarker(run: "r1", text: " code ", isWhole: false)
        let good = Array(#"{"a":"assay:r1:1 code 123456"}"#.utf8)
        let cut = Array(#"{"a":"assay:r1:1 co"}"#.utf8)
        #expect(marker.find(in: good[...])?.isAltered == false)
        #expect(marker.find(in: cut[...])?.isAltered == true)
    }

    @Test("All records arrive in order, and the end of the sink is noticed")
    func socket() async throws {
        let reader = try DeliveryReader(in: "/tmp")
        let feed = try DeliveryFeed(to: reader.path, marker: DeliveryMarker(run: "r1"))
        let told = (0..<20_000).map {
            DeliveryRecord(moment: Int64($0), arrival: UInt64($0), outcome: .taken)
        }
        let heard = Mutex<[DeliveryRecord]>([])
        await withCheckedContinuation { continuation in
            let isConnected = reader.start { event in
                switch event {
                case .records(let records): heard.withLock { $0 += records }
                case .silence: break
                case .ended: continuation.resume()
                }
            }
            #expect(isConnected)
            for record in told { feed.tell(record) }
            feed.end()
        }
        #expect(heard.withLock { $0 } == told)
        reader.stop()
        #expect(throws: (any Error).self) {
            try DeliveryFeed(to: reader.path, marker: DeliveryMarker(run: "r1"))
        }
    }
}
