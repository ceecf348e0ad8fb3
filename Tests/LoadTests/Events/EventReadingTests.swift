import HTTP
import Testing

@testable import Load

struct EventReadingTests {
    private static func take(_ text: String, _ reading: EventReading) {
        Array(text.utf8).withUnsafeBytes { reading.take($0) }
    }

    @Test(
        "The first event sets the moment, the duration runs from the head, and the count ends reading"
    )
    func moments() {
        let reading = EventReading(EventStreamLimit(duration: .nanoseconds(100), count: 3))
        #expect(!reading.isOver(at: 1_000))
        // The head with half an event, then the other half with another event.
        Self.take("data: a\n", reading)
        #expect(reading.note(at: 40, unread: 0) == 0)
        #expect(reading.span == 40..<140)
        #expect(reading.first == nil)
        Self.take("\ndata: b\n\n", reading)
        #expect(reading.note(at: 70, unread: 5) == 2)
        #expect(reading.first.map { [$0.moment, $0.unread] } == [70, 5])
        #expect(!reading.hasEnough)
        #expect(!reading.isOver(at: 139))
        #expect(reading.isOver(at: 140))
        Self.take("data: c\n\n", reading)
        #expect(reading.note(at: 90, unread: 1) == 1)
        #expect(reading.first.map { [$0.moment, $0.unread] } == [70, 5])
        #expect(reading.hasEnough)
        #expect(reading.isOver(at: 90))
    }

    @Test("Without a count one event is enough, and reading continues until the duration ends")
    func unlimited() {
        let reading = EventReading(EventStreamLimit(duration: .nanoseconds(100)))
        Self.take(": ping\n\n", reading)
        #expect(reading.note(at: 0, unread: 0) == 0)
        #expect(!reading.hasEnough)
        Self.take("data: a\n\n", reading)
        #expect(reading.note(at: 10, unread: 0) == 1)
        #expect(reading.hasEnough)
        #expect(!reading.isOver(at: 99))
        #expect(reading.isOver(at: 100))
    }

    @Test("Bytes that are not text end reading, even after good events")
    func fault() {
        let reading = EventReading(EventStreamLimit(duration: .nanoseconds(100)))
        Self.take("data: a\n\n", reading)
        _ = reading.note(at: 0, unread: 0)
        ([0xFF, 0x0A] as [UInt8]).withUnsafeBytes { reading.take($0) }
        _ = reading.note(at: 1, unread: 0)
        #expect(reading.isFaulty)
        #expect(!reading.hasEnough)
        #expect(reading.isOver(at: 1))
    }

    @Test(
        "An event stream is recognised by its media type, regardless of case and parameters",
        arguments: [
            ("Content-Type: text/event-stream", true),
            ("content-type:Text/Event-Stream; charset=utf-8", true),
            ("Content-Type: text/event-streams", false), ("X-Type: text/event-stream", false),
            ("Content-Type: text/html\r\nContent-Type: text/event-stream", false),
        ]
    )
    func announcement(field: String, isStream: Bool) {
        let head = Array("HTTP/1.1 200 OK\r\nA: b\r\n\(field)\r\n\r\n".utf8)
        #expect(head.withUnsafeBytes { ResponseHead.announcesEvents($0) } == isStream)
    }
}
