import CommandLineTool
import HTTPServer

extension ServeCommand {
    /// Options that give a server a known capacity.
    static let paceOptions = OptionGroup(
        "Pace",
        [
            .value(
                "service-time",
                ValueSpecification("TIME"),
                help: "Process each request for this time: 2ms, or exp(2ms) for exponentially "
                    + "distributed times with that mean. Departures are computed, so the capacity "
                    + "is exact."
            ),
            .value(
                "servers",
                ValueSpecification("N", default: "1"),
                help: "Process this number of requests at once; others wait in order of arrival."
            ),
            .value(
                "stall",
                ValueSpecification("every=TIME,for=TIME"),
                help: "Stall for the last part of each period, counted from the start; the "
                    + "header Assay-Stall of responses shows the position in the period."
            ),
            .value(
                "error-rate",
                ValueSpecification("PERCENT"),
                help: "Respond to this share of requests with status 503."
            ),
            .value(
                "seed",
                ValueSpecification("N", default: "0"),
                help: "Use this seed for exponential times and errors."
            ),
        ]
    )

    /// The values of these options.
    static func pace(_ arguments: ParsedArguments) throws(CommandLineError) -> ServicePace {
        ServicePace(
            serviceTime: try arguments.serviceTime("service-time") ?? .constant(0),
            servers: try arguments.int("servers", in: 1...100_000) ?? 1,
            stalls: try arguments.stalls("stall"),
            errorRate: try (arguments.percent("error-rate") ?? 0) / 100,
            seed: try arguments.int("seed", in: 0...UInt64.max) ?? 0
        )
    }
}

extension ParsedArguments {
    /// `2ms`, or `exp(2ms)`.
    fileprivate func serviceTime(
        _ name: String
    ) throws(CommandLineError) -> ServicePace.ServiceTime? {
        let expected = "a duration such as 2ms or 1.5s, or exp(2ms)"
        return try value(name, expected: expected) { text in
            if text.hasPrefix("exp("), text.hasSuffix(")") {
                let mean = Quantity.nanoseconds(String(text.dropFirst(4).dropLast()))
                return mean.map(ServicePace.ServiceTime.exponential)
            }
            return Quantity.nanoseconds(text).map(ServicePace.ServiceTime.constant)
        }
    }

    /// `every=10s,for=500ms`.
    func stalls(_ name: String) throws(CommandLineError) -> StallCycle? {
        let expected = "every=10s,for=500ms, the pause shorter than the period"
        return try value(name, expected: expected) { StallCycle($0, Quantity.nanoseconds) }
    }
}

extension Quantity {
    /// A duration in nanoseconds, rounded down.
    fileprivate static func nanoseconds(_ text: String) -> Int64? {
        duration(text).map { duration in
            let parts = duration.components
            return parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
        }
    }
}
