import JSON
import LoadModel

extension RunDelivery {
    /// All members; durations in seconds except within histograms.
    static let table = FieldTable(
        RunDelivery(sink: Sink(kind: "", url: ""), within: 1),
        [
            Field("sink", \.sink, .record(Sink.table)),
            Field("withinSeconds", \.within, .seconds),
            Field("drainSeconds", \.drain, .seconds),
            Field("quietSeconds", optional: \.quiet, .seconds),
            Field("counts", \.counts, .record(DeliveryCounts.table)),
            Field(derived: "delivered") { $0.figures },
            Field("deadlines", \.deadlines, .list(.record(Deadline.table))),
            Field(derived: "sustainedRate") { .optional($0.sustainedRate) { .number(.real($0)) } },
            Field(derived: "bestSecond") { delivery in
                .optional(delivery.course.bestSecond) {
                    ["count": .count($0.count), "startSeconds": .seconds($0.start)]
                }
            },
            Field("examples", \.examples, .list(.record(Example.table)), unless: []),
            Field("fault", optional: \.fault, .text),
            Field("clocks", \.clocks, .record(DeliveryClocks.table)),
            Field("course", \.course, .record(DeliveryCourse.table)),
        ],
        finish: { (delivery, node) throws(RunResultError) in
            let counts = delivery.counts
            guard counts.expected == counts.delivered + counts.missing else {
                throw try node["counts"].mismatch(
                    "inTime, late, lost and notSeen that make up expected"
                )
            }
            try node["clocks"]["delivered"].expect(
                delivery.clocks.delivered.count,
                toBe: counts.delivered,
                "deliveries, as counts has"
            )
            try delivery.checkDeadlines(node)
        }
    )

    /// Checks that counts grow with the deadline, up to the number of deliveries.
    private func checkDeadlines(_ node: ResultNode) throws(RunResultError) {
        let nodes = try node["deadlines"].elements
        var before = Deadline(within: 0)
        for (deadline, node) in zip(deadlines, nodes) {
            guard deadline.within > before.within else {
                throw try node["withinSeconds"].mismatch("more than that of the deadline before")
            }
            guard (before.count...counts.delivered).contains(deadline.count) else {
                throw try node["count"].mismatch(
                    "\(before.count) to \(counts.delivered) deliveries",
                    got: "\(deadline.count)"
                )
            }
            before = deadline
        }
        guard deadlines.contains(Deadline(within: within, count: counts.inTime)) else {
            throw try node["deadlines"].mismatch(
                "one of withinSeconds with \(counts.inTime) deliveries, as counts has"
            )
        }
    }

    /// The time from being due to being delivered.
    private var figures: JSONValue {
        ClockFigures(clock: .latency, arrivals: ranked).json
    }
}

extension RunDelivery.Deadline {
    fileprivate static let table = FieldTable(
        RunDelivery.Deadline(within: 1),
        [Field("withinSeconds", \.within, .seconds), Field("count", \.count, .count)]
    )
}

extension RunDelivery.Example {
    fileprivate static let table = FieldTable(
        RunDelivery.Example(.lost, arrival: nil, recipient: nil, moment: 0),
        [
            Field("fault", \.fault, .word),
            Field("arrival", optional: \.arrival, .count),
            Field("recipient", optional: \.recipient, .count),
            Field("momentNanoseconds", \.moment, .moment),
        ]
    )
}

extension RunDelivery.Sink {
    fileprivate static let table = FieldTable(
        RunDelivery.Sink(kind: "", url: ""),
        [
            Field("kind", \.kind, .text),
            Field("url", \.url, .text),
            Field("busiest", \.busiest, .real),
            Field("refused", \.refused, .counts),
            Field("noted", \.noted, .counts),
        ]
    )
}

extension DeliveryCounts {
    fileprivate static let table = FieldTable(
        DeliveryCounts(),
        paths.map { Field($0.name, $0.path, .count) }
    )
}

extension DeliveryClocks {
    fileprivate static let table = FieldTable(
        DeliveryClocks(),
        [
            Field("delivered", \.delivered, .histogram(.total)),
            Field("sent", \.sent, .histogram(.total)),
            Field("accepted", \.accepted, .histogram(.total)),
            Field("afterResponse", \.afterResponse, .histogram(.total)),
            Field("beforeResponse", \.beforeResponse, .histogram(.total)),
        ]
    )
}

extension DeliveryCourse {
    fileprivate static let table = FieldTable(
        DeliveryCourse(),
        [
            Field("widthSeconds", \.width, .seconds),
            Field("slices", \.slices, .list(.slice)),
        ],
        finish: { (course, node) throws(RunResultError) in
            let longest = Int64.max / 2 / Int64(DeliveryCourse.mostSlices)
            guard DeliveryCourse.isWidth(course.width), course.width <= longest else {
                throw try node["widthSeconds"].mismatch("0.1 times a power of two")
            }
            let most = DeliveryCourse.mostSlices
            guard course.slices.count <= most else {
                throw try node["slices"].mismatch("at most \(most)", got: "\(course.slices.count)")
            }
        }
    )
}

extension Form where Value == DeliveryCourse.Slice {
    /// `[accepted, attempted, delivered]`: there are up to 1,200.
    fileprivate static var slice: Form {
        Form(
            { .array([.count($0.accepted), .count($0.attempted), .count($0.delivered)]) },
            { (node) throws(RunResultError) in
                let counts = try node.elements.mapped { (node) throws(RunResultError) in
                    try node.count
                }
                guard counts.count == 3 else { throw node.mismatch("three counts") }
                return DeliveryCourse.Slice(
                    accepted: counts[0],
                    attempted: counts[1],
                    delivered: counts[2]
                )
            }
        )
    }
}

extension Form where Value == [String: UInt64] {
    /// A list of names with counts, sorted by name; the names are arbitrary.
    fileprivate static var counts: Form {
        Form(
            { counts in
                .array(
                    counts.sorted { $0.key < $1.key }.map {
                        ["name": .string($0.key), "count": .count($0.value)]
                    }
                )
            },
            { (node) throws(RunResultError) in
                var counts: [String: UInt64] = [:]
                for element in try node.elements {
                    counts[try element["name"].text] = try element["count"].count
                }
                return counts
            }
        )
    }
}
