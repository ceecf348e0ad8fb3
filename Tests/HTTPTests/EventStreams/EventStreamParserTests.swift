import HTTP
import Testing

struct EventStreamParserTests {
    private static let two = [StreamedEvent(data: "a"), StreamedEvent(data: "b")]

    /// Streams, and the events that the standard defines for them.
    private static let table: [(String, [StreamedEvent])] = [
        ("", []),
        ("\n\n\n", []),
        ("data: a\n\ndata: b\n\n", two),
        ("data: a\r\n\r\ndata: b\r\n\r\n", two),
        ("data: a\r\rdata: b\r\r", two),
        ("data: a\r\n\ndata: b\n\r\n", two),
        ("\u{FEFF}data: a\n\ndata: b\n\n", two),
        // A second mark, or a later one, belongs to an unknown name.
        ("\u{FEFF}\u{FEFF}data: a\n\n", []),
        ("data: a\n\n\u{FEFF}data: b\n\n", [StreamedEvent(data: "a")]),
        // The end of the stream does not complete an event.
        ("data: a\n\ndata: b\n", [StreamedEvent(data: "a")]),
        ("data: a\n\ndata: b", [StreamedEvent(data: "a")]),
        // Examples of the standard.
        (
            "data: YHOO\ndata: +2\ndata: 10\n\n",
            [StreamedEvent(data: "YHOO\n+2\n10")]
        ),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            [
                StreamedEvent(data: "first event", id: "1"), StreamedEvent(data: "second event"),
                StreamedEvent(data: " third event"),
            ]
        ),
        ("data\n\ndata\ndata\n\ndata:", [StreamedEvent(data: ""), StreamedEvent(data: "\n")]),
        (
            "data:test\n\ndata: test\n\n",
            [StreamedEvent(data: "test"), StreamedEvent(data: "test")]
        ),
        // A name applies to one event, even to one without data, which is not dispatched.
        (
            "event: add\ndata: 1\n\nevent: gone\n\ndata: 2\n\n",
            [StreamedEvent(name: "add", data: "1"), StreamedEvent(data: "2")]
        ),
        // An identifier persists; one with NUL is ignored.
        (
            "id: 7\n\ndata: a\n\nid: 8\u{0}\ndata: b\n\n",
            [StreamedEvent(data: "a", id: "7"), StreamedEvent(data: "b", id: "7")]
        ),
        (
            "retry: 250\ndata: a\n\nretry: 1s\nretry: -1\nretry:\ndata: b\n\n",
            [StreamedEvent(data: "a", retry: 250), StreamedEvent(data: "b", retry: 250)]
        ),
        ("retry: 99999999999999999999\ndata: a\n\n", [StreamedEvent(data: "a", retry: .max)]),
        // Names are case-sensitive, and a space before the colon belongs to the name.
        ("DATA: a\ndata : b\nother: c\ndata: d:e\n\n", [StreamedEvent(data: "d:e")]),
    ]

    @Test("A stream yields the events defined by the standard", arguments: table)
    func events(stream: String, events: [StreamedEvent]) throws {
        var parser = EventStreamParser()
        #expect(try parser.take(stream.utf8) == events)
        #expect(parser.count == events.count)
    }

    @Test("The chunking of a stream does not affect its events", arguments: table)
    func pieces(stream: String, events: [StreamedEvent]) throws {
        var parser = EventStreamParser()
        var found: [StreamedEvent] = []
        for byte in stream.utf8 { found += try parser.take([byte]) }
        #expect(found == events)
    }

    @Test(
        "An endless line ends at the limit, and so does data in many lines",
        arguments: ["data: aaaa", "data:aaaa\ndata:aaaa\ndata:aaaa\n", ":comment -"]
    )
    func tooLong(stream: String) throws {
        var parser = EventStreamParser(limit: 9)
        #expect(try parser.take("data: abc\n\n".utf8).count == 1)
        let error = #expect(throws: EventStreamFault.self) { try parser.take(stream.utf8) }
        #expect(error?.description == "event 2 is longer than 9 bytes")
    }

    @Test("Bytes that are not UTF-8 are reported with their line")
    func binary() {
        var parser = EventStreamParser()
        let error = #expect(throws: EventStreamFault.self) {
            try parser.take(Array("data: a\n\n".utf8) + [0xFF, 0xFE, 0x00, 0x0A])
        }
        #expect(error?.description == "line 3 is not UTF-8")
    }

    @Test(
        "Sent events are read back unchanged, including line breaks and cleared identifiers",
        arguments: [
            [], [StreamedEvent(data: "")],
            [StreamedEvent(data: "a\nb\n"), StreamedEvent(data: " c")],
            [StreamedEvent(name: "é", data: "a\u{2028}b\u{0B}", id: "1", retry: 5)],
            [
                StreamedEvent(data: "a", id: "1"), StreamedEvent(data: "b"),
                StreamedEvent(data: "c", id: "1"),
            ],
        ]
    )
    func written(events: [StreamedEvent]) throws {
        var parser = EventStreamParser()
        #expect(try parser.take(StreamedEvent.stream(events)) == events)
    }

    @Test("A name or an identifier cannot end its line and start another field")
    func oneLine() {
        let event = StreamedEvent(name: "a\r\ndata: x", data: "b\r\nc\rd", id: "1\nretry: 0")
        let text = String(decoding: StreamedEvent.stream([event]), as: UTF8.self)
        #expect(text == "event: a\nid: 1\ndata: b\ndata: c\ndata: d\n\n")
    }
}
