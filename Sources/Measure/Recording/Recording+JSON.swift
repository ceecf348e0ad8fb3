package import JSON

extension Recording {
    /// Everything of a finished recording, for results; shards that hold the same give the same text.
    ///
    /// Moments and durations are nanoseconds. Sums can be longer than 64 bits and are texts.
    package var json: JSONValue {
        [
            "plan": plan.json,
            "sent": .count(sentCount),
            "answered": .count(answeredCount),
            "completedWithinSpan": .count(completedWithinSpan),
            "completedWithoutOwn": .count(completedWithoutOwn),
            "cells": .array(cells.map(\.json)),
            "serviceTime": serviceTime.json,
            "connectionWait": connectionWait.json,
            "generatorLag": generatorLag.json,
            "firstSlice": .integer(slices.first),
            "slices": .array(slices.slices.map(\.json)),
        ]
    }
}

extension RecordingPlan {
    fileprivate var json: JSONValue {
        [
            "sends": .array(sends.map { .string($0) }),
            "span": .nanoseconds(span),
            "sliceWidth": .nanoseconds(sliceWidth),
            "tracks": .array(
                tracks.map {
                    [
                        "clock": .string($0.clock.rawValue),
                        "send": $0.send.map { .integer($0) } ?? .null,
                    ]
                }
            ),
            "limits": .array(
                limits.map {
                    [
                        "send": $0.send.map { .integer($0) } ?? .null,
                        "limit": $0.limit.exactJSON,
                        "inclusive": .bool($0.isInclusive),
                    ]
                }
            ),
        ]
    }
}

extension OutcomeCell {
    fileprivate var json: JSONValue {
        [
            "send": .integer(key.send),
            "outcome": .string(key.outcome),
            "good": .bool(key.isGood),
            "unfinished": .count(unfinishedCount),
            "latency": latency.json,
            "latencyWithoutOwn": latencyWithoutOwn.json,
        ]
    }
}

extension Slice {
    fileprivate var json: JSONValue {
        [
            "good": .count(goodCount),
            "failed": .count(failedCount),
            "cells": .array(cellCounts.map { .count($0) }),
            "connectionWait": connectionWait.json,
            "generatorLag": generatorLag.json,
            "histograms": .array(histograms.map { $0.isEmpty ? .null : $0.histogram.json }),
            "withoutOwn": .array(tallies.map(\.json)),
            "completed": .count(completedCount),
            "completedWithoutOwn": .count(completedWithoutOwn),
            "bytesSent": .count(bytesSent),
            "bytesReceived": .count(bytesReceived),
        ]
    }
}

extension Slice.Gauge {
    fileprivate var json: JSONValue {
        ["count": .count(count), "sum": .string(String(sum)), "greatest": .nanoseconds(greatest)]
    }
}

extension LimitTally {
    fileprivate var json: JSONValue {
        ["low": .count(lowCount), "sum": .string(String(sum)), "greatest": .nanoseconds(greatest)]
    }
}

extension Histogram {
    /// The counters in HdrHistogram's version 2, with the exact figures beside them; `null` when empty.
    package var json: JSONValue {
        guard !isEmpty else { return .null }
        return [
            "count": .count(count),
            "overflow": .count(overflowCount),
            "sum": .string(String(sum)),
            "smallest": .nanoseconds(smallest),
            "greatest": .nanoseconds(greatest),
            "encoded": .string(encodedText),
        ]
    }
}
