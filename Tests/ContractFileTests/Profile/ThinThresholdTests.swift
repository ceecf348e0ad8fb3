import ContractFile
import Testing

/// Thresholds for which a run has too few arrivals.
struct ThinThresholdTests {
    private static func forecast(
        _ threshold: String,
        load: String = "{ stages: [{ rate: 10/s, for: 10s }] }",
        sends: String = "[{ call: createPush }]"
    ) -> [String] {
        let text = LoadedProfile.text(
            sends: sends,
            load: load,
            more: "thresholds: [\(threshold)]"
        )
        let loaded = LoadedProfile(text)
        #expect(loaded.errors == [])
        return loaded.forecast
    }

    @Test("Ten arrivals above the percentile are enough; nine are reported as too few")
    func edge() {
        #expect(Self.forecast("{ latency: p90, lt: 1s }") == [])
        #expect(
            Self.forecast("{ latency: p90, lt: 1s }", load: "{ stages: [{ rate: 99/s, for: 1s }] }")
                == [
                    "5:14: the threshold on p90 may be inconclusive, which is exit status 8: it needs "
                        + "100 arrivals, and 99 are due "
                        + "[make the run longer or its rate higher, or take p50]"
                ]
        )
        let ramp = "{ stages: [{ rate: 0/s, to: 100/s, for: 10s }, { rate: 50/s, for: 10s }] }"
        #expect(Self.forecast("{ latency: p99, lt: 1s }", load: ramp) == [])
        #expect(Self.forecast("{ latency: p99.1, lt: 1s }", load: ramp).count == 1)
    }

    @Test("A send gets its share of the arrivals")
    func share() {
        #expect(
            Self.forecast(
                "{ latency: p99, lt: 1s, of: findPush }, { latency: p99, lt: 1s, of: createPush }",
                load: "{ stages: [{ rate: 400/s, for: 10s }] }",
                sends: "[{ call: createPush, weight: 4 }, { call: findPush }]"
            ) == [
                "5:14: the threshold on p99 may be inconclusive, which is exit status 8: it needs 1000 "
                    + "arrivals, and about 800 of findPush are due "
                    + "[make the run longer or its rate higher, or take p95]"
            ]
        )
    }

    @Test("A window contains the arrivals that are due in it")
    func windows() {
        let ramp = "{ stages: [{ rate: 0/s, to: 100/s, for: 25s }] }"
        // 200, 600 and, in the shorter last window, 450.
        #expect(
            Self.forecast("{ latency: p98, lt: 1s, window: 10s }", load: ramp) == [
                "5:14: the threshold on p98 may be inconclusive, which is exit status 8: it needs 500 "
                    + "arrivals in a window of 10 s, and in 2 of 3 there are fewer: in one 200 are due "
                    + "[make the run longer or its rate higher, or take p95]"
            ]
        )
        #expect(Self.forecast("{ latency: p98, lt: 1s, window: 10s, in: 30% }", load: ramp) == [])
        #expect(Self.forecast("{ latency: p95, lt: 1s, window: 10s }", load: ramp) == [])
    }

    @Test("Unknown forecasts and metrics without a minimum of arrivals cause no warning")
    func silent() {
        let closed = "{ stages: [{ connections: 1, for: 1s }] }"
        #expect(Self.forecast("{ latency: p99, lt: 1s }", load: closed) == [])
        #expect(Self.forecast("{ latency: max, lt: 1s }, { errors: ratio, lt: 1% }") == [])
    }
}
