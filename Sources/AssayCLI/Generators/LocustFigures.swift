import LocustBus
import LoadModel
import Measure

/// Figures as a Locust master adds them up for its page: times are whole milliseconds, with two significant digits.
struct LocustFigures {
    /// A row of its table.
    private struct Row {
        let name: String
        var requests: UInt64 = 0
        var failures: UInt64 = 0
        /// In milliseconds.
        var total = 0.0
        var smallest: Int64 = .max
        var greatest: Int64 = 0
        var bytes: UInt64 = 0
        /// The number of responses by their time in milliseconds.
        var times: [Int64: UInt64] = [:]

        mutating func add(_ cell: OutcomeCell) {
            let ended = cell.count - cell.cutOffCount
            requests += ended
            if !cell.key.isGood { failures += ended }
            let histogram = cell.latency
            guard !histogram.isEmpty else { return }
            total += Double(histogram.sum) / 1e6
            smallest = min(smallest, histogram.smallest / 1_000_000)
            greatest = max(greatest, histogram.greatest / 1_000_000)
            for index in histogram.usedIndices where histogram.counters[index] > 0 {
                let value = histogram.layout.highestValue(at: index)
                times[Self.rounded(value / 1_000_000), default: 0] += histogram.counters[index]
            }
        }

        mutating func add(_ other: Row) {
            requests += other.requests
            failures += other.failures
            total += other.total
            smallest = min(smallest, other.smallest)
            greatest = max(greatest, other.greatest)
            bytes += other.bytes
            times.merge(other.times, uniquingKeysWith: +)
        }

        /// The rounding of Locust.
        private static func rounded(_ value: Int64) -> Int64 {
            let step: Int64 = value < 100 ? 1 : value < 1_000 ? 10 : value < 10_000 ? 100 : 1_000
            return (value + step / 2) / step * step
        }

        func value(_ start: Double, _ end: Double) -> BusValue {
            let second = Int64(end)
            return .map([
                .init("name", .text(name)),
                .init("method", .text("")),
                .init("last_request_timestamp", .number(end)),
                .init("start_time", .number(start)),
                .init("num_requests", .integer(Int64(requests))),
                .init("num_none_requests", .integer(0)),
                .init("num_failures", .integer(Int64(failures))),
                .init("total_response_time", .number(total)),
                .init("max_response_time", .integer(greatest)),
                .init("min_response_time", smallest == .max ? .null : .integer(smallest)),
                .init("total_content_length", .integer(Int64(bytes))),
                .init(
                    "response_times",
                    .counts(times.sorted { $0.key < $1.key }.map { .init($0.key, Int64($0.value)) })
                ),
                .init("num_reqs_per_sec", .counts([.init(second, Int64(requests))])),
                .init("num_fail_per_sec", .counts([.init(second, Int64(failures))])),
            ])
        }
    }

    /// The figures since the last call.
    ///
    /// - Parameters:
    ///   - recording: Of that time.
    ///   - start: When the run began, in seconds since 1970.
    ///   - end: Now.
    ///   - users: How many requests are under way.
    /// - Returns: The members of Locust's message.
    static func members(
        of recording: Recording,
        since start: Double,
        to end: Double,
        users: Int
    ) -> [BusValue.Member] {
        var rows = recording.plan.sends.prefix(recording.plan.arrivalCount).map { Row(name: $0) }
        var errors: [BusValue.Member] = []
        for cell in recording.arrivalCells where cell.count > cell.cutOffCount {
            rows[cell.key.send].add(cell)
            guard !cell.key.isGood else { continue }
            errors.append(error(cell.key, cell.count, recording.plan.sends[cell.key.send]))
        }
        let all = rows.reduce(into: Row(name: "Aggregated")) { $0.add($1) }
        let kinds = BusValue.map([.init("Assay", .integer(Int64(users)))])
        return [
            .init("stats", .array(rows.filter { $0.requests > 0 }.map { $0.value(start, end) })),
            .init("stats_total", all.value(start, end)),
            .init("errors", .map(errors)),
            .init("user_classes_count", kinds),
            .init("user_count", .integer(Int64(users))),
        ]
    }

    private static func error(
        _ key: OutcomeCell.Key,
        _ count: UInt64,
        _ send: String
    ) -> BusValue.Member {
        let value = BusValue.map([
            .init("name", .text(send)),
            .init("method", .text("")),
            .init("error", .text(key.outcome)),
            .init("occurrences", .integer(Int64(count))),
        ])
        return .init("\(send).\(key.outcome)", value)
    }
}
