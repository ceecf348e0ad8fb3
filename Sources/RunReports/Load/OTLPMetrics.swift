package import JSON
import Measure

/// The figures of a run as a request to a collector of OpenTelemetry, OTLP over HTTP in JSON.
///
/// Source: OpenTelemetry, `metrics.proto`, in the JSON mapping of Protocol Buffers: integers of 64 bits
/// are texts, enumerations are numbers.
package struct OTLPMetrics: Sendable {
    /// What the request says about its body.
    package static let mediaType = "application/json"
    /// `AGGREGATION_TEMPORALITY_CUMULATIVE`: since the start of the run.
    private static let cumulative: JSONValue = 2

    package init() {}

    /// The body of the request, on one line.
    package func text(of facts: LoadFacts) -> String { document(of: facts).text }

    /// The body as a value.
    package func document(of facts: LoadFacts) -> JSONValue {
        let result = facts.result
        let version = result.firstPart.tool.version
        let resource = [
            ("service.name", "assay"), ("service.version", version),
            ("assay.profile.file", result.profile.file),
            ("assay.profile.title", result.profile.title),
            ("assay.profile.hash", result.profile.hash),
        ]
        let end = result.startedAt + max(result.elapsed, 1)
        let metrics = LoadMetricList(facts: facts).metrics.compactMap {
            metric($0, start: result.startedAt, end: end)
        }
        let scope: JSONValue = ["name": "assay.load", "version": .string(version)]
        return [
            "resourceMetrics": [
                [
                    "resource": ["attributes": Self.attributes(resource)],
                    "scopeMetrics": [["scope": scope, "metrics": .array(metrics)]],
                ]
            ]
        ]
    }

    /// `nil` for a metric without values.
    private func metric(_ metric: LoadMetric, start: Int64, end: Int64) -> JSONValue? {
        func point(_ labels: LoadMetric.Labels, _ members: [JSONObject.Member]) -> JSONValue {
            var object = JSONObject()
            object["attributes"] = Self.attributes(labels)
            object["startTimeUnixNano"] = .string("\(start)")
            object["timeUnixNano"] = .string("\(end)")
            for member in members { object[member.name] = member.value }
            return .object(object)
        }
        let (name, data): (String, JSONValue)
        switch metric.series {
        case .counter(let values):
            let points = values.map {
                point($0.labels, [.init(name: "asInt", value: .string("\($0.value)"))])
            }
            name = "sum"
            data = [
                "dataPoints": .array(points), "aggregationTemporality": Self.cumulative,
                "isMonotonic": true,
            ]
            guard !points.isEmpty else { return nil }
        case .gauge(let values):
            // JSON has no number for what is infinite.
            let points = values.filter(\.value.isFinite).map {
                point($0.labels, [.init(name: "asDouble", value: .number(.real($0.value)))])
            }
            (name, data) = ("gauge", ["dataPoints": .array(points)])
            guard !points.isEmpty else { return nil }
        case .histogram(let values):
            let points = values.map { point($0.labels, Self.members(of: $0.value)) }
            name = "histogram"
            data = ["dataPoints": .array(points), "aggregationTemporality": Self.cumulative]
        }
        return [
            "name": .string((["assay", "load"] + metric.name).joined(separator: ".")),
            "description": .string(metric.help), "unit": .string(Self.unit(metric.unit)),
            name: data,
        ]
    }

    private static func members(of histogram: Histogram<UInt64>) -> [JSONObject.Member] {
        let counts = LoadMetric.counts(histogram).map { JSONValue.string("\($0)") }
        let bounds = LoadMetric.bounds.map { JSONValue.number(.real(Double($0) / 1e9)) }
        var members: [JSONObject.Member] = [
            .init(name: "count", value: .string("\(histogram.count)")),
            .init(name: "sum", value: .number(.real(Double(histogram.sum) / 1e9))),
            .init(name: "bucketCounts", value: .array(counts)),
            .init(name: "explicitBounds", value: .array(bounds)),
        ]
        if !histogram.isEmpty {
            members.append(.init(name: "min", value: .seconds(histogram.smallest)))
            members.append(.init(name: "max", value: .seconds(histogram.greatest)))
        }
        return members
    }

    private static func attributes(_ labels: LoadMetric.Labels) -> JSONValue {
        .array(
            labels.map { label in
                ["key": .string(label.name), "value": ["stringValue": .string(label.value)]]
            }
        )
    }

    /// Source: the Unified Code for Units of Measure; things stand in braces.
    private static func unit(_ unit: LoadMetric.Unit) -> String {
        switch unit {
        case .seconds: "s"
        case .bytes: "By"
        case .things(let name): "{\(name)}"
        case .none: "1"
        }
    }
}
