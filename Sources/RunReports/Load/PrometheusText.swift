import Measure

/// The figures of a run in the text formats that Prometheus reads.
///
/// Every series has the profile's file as a label, so that those of several runs can be combined.
///
/// Sources: "Exposition formats", prometheus.io; OpenMetrics 1.0.0.
package struct PrometheusText: Sendable {
    package enum Format: Sendable {
        /// Prometheus's own format, version 0.0.4.
        case prometheus
        case openMetrics

        /// The media type for a server that sends this text.
        package var mediaType: String {
            switch self {
            case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
            case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
            }
        }
    }

    private let format: Format

    package init(_ format: Format = .prometheus) {
        self.format = format
    }

    /// The whole text, with a final line end.
    package func text(of facts: LoadFacts) -> String {
        let metrics = LoadMetricList(facts: facts).metrics
        let common = [(name: "profile", value: facts.result.profile.file)]
        var lines = metrics.flatMap { self.lines(of: $0, common) }
        if format == .openMetrics { lines.append("# EOF") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(of metric: LoadMetric, _ common: LoadMetric.Labels) -> [String] {
        let name = Self.name(of: metric)
        func line(_ suffix: String, _ labels: LoadMetric.Labels, _ value: String) -> String {
            let list = (common + labels).map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
            return "\(name)\(suffix){\(list.joined(separator: ","))} \(value)"
        }
        let (type, lines): (String, [String])
        switch metric.series {
        case .counter(let values):
            (type, lines) = ("counter", values.map { line("", $0.labels, "\($0.value)") })
        case .gauge(let values):
            (type, lines) = ("gauge", values.map { line("", $0.labels, Self.number($0.value)) })
        case .histogram(let values):
            type = "histogram"
            lines = values.flatMap { labels, histogram in
                Self.buckets(histogram).map { bound, count in
                    line("_bucket", labels + [("le", bound)], "\(count)")
                } + [
                    line("_sum", labels, Self.number(Double(histogram.sum) / 1e9)),
                    line("_count", labels, "\(histogram.count)"),
                ]
            }
        }
        guard !lines.isEmpty else { return [] }
        let family = family(name, type)
        return [
            "# HELP \(family.name) \(metric.help)", "# TYPE \(family.name) \(family.type)",
        ] + lines
    }

    /// In OpenMetrics the name of a family lacks the ending that its type gives its series.
    private func family(_ name: String, _ type: String) -> (name: String, type: String) {
        guard format == .openMetrics else { return (name, type) }
        if type == "counter" { return (String(name.dropLast("_total".count)), type) }
        let ending = "_info"
        return name.hasSuffix(ending) ? (String(name.dropLast(ending.count)), "info") : (name, type)
    }

    /// `assay_load_service_time_seconds`; counters have their usual ending.
    private static func name(of metric: LoadMetric) -> String {
        var words = ["assay", "load"] + metric.name
        switch metric.unit {
        case .seconds: words.append("seconds")
        case .bytes: words.append("bytes")
        case .none: break
        }
        if case .counter = metric.series { words.append("total") }
        return words.joined(separator: "_")
    }

    /// The number of values at or below each bound, in seconds; the last includes all.
    private static func buckets(_ histogram: Histogram<UInt64>) -> [(bound: String, count: UInt64)]
    {
        let names = LoadMetric.bounds.map { number(Double($0) / 1e9) } + ["+Inf"]
        var sum: UInt64 = 0
        return zip(names, LoadMetric.counts(histogram)).map { name, count in
            sum += count
            return (name, sum)
        }
    }

    private static func number(_ value: Double) -> String {
        value.isInfinite ? (value > 0 ? "+Inf" : "-Inf") : value.isNaN ? "NaN" : "\(value)"
    }

    /// Escaped for quotes.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
