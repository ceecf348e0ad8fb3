import Base
import JSON
import TestSupport
import Testing

@testable import Statistics

/// Checks the statistics against SciPy from PyPI.
struct SciPyTests {
    /// The Python that has the package; `nil` reports that the tests did not run.
    static func python() async -> String? {
        guard let path = ChildProcess.path(of: "python3"),
            let probe = try? ChildProcess(path, ["-c", "import scipy.stats; print('there')"])
        else { return nil }
        return await probe.outputUntilEnd() == Array("there\n".utf8) ? path : nil
    }

    private static let script = """
        import itertools, json, sys
        import numpy
        from scipy import stats
        answers = []
        for first, second in json.loads(sys.argv[1]):
            large = len(first) + len(second) > 40
            tied = len(set(first + second)) < len(first + second)
            method = ("asymptotic" if large else
                stats.PermutationMethod(n_resamples=10**7) if tied else "exact")
            test = stats.mannwhitneyu(second, first, method=method)
            differences = [b - a for a in first for b in second]
            answers.append([float(test.statistic), float(test.pvalue), float(numpy.median(differences))])
        trends = []
        for values in json.loads(sys.argv[2]):
            tau = stats.kendalltau(range(len(values)), values, method="asymptotic")
            slope = stats.theilslopes(values, range(len(values)))
            trends.append([float(tau.pvalue), float(slope.slope)])
        quantiles = [float(stats.norm.ppf(p)) for p in (1e-9, 0.01, 0.3, 0.5, 0.975, 0.999999)]
        print(json.dumps({"answers": answers, "trends": trends, "quantiles": quantiles}))
        """

    @Test(
        "U, its p-value and the shift match SciPy's",
        .enabled("NOT RUN: python3 cannot import scipy; pip install scipy") {
            await python() != nil
        },
        .timeLimit(.minutes(5))
    )
    func samples() async throws {
        let python = try #require(await Self.python())
        let pairs = Self.pairs()
        let text = JSONValue.array(
            pairs.map { .array([Self.json($0.first), Self.json($0.second)]) }
        ).text
        let series = Self.series()
        let seriesText = JSONValue.array(series.map(Self.json)).text
        let process = try ChildProcess(python, ["-c", Self.script, text, seriesText])
        let response = try JSONValue(parsing: await process.outputUntilEnd())
        let responses = try #require(response["answers"]?.arrayValue)
        #expect(responses.count == pairs.count)
        for (pair, response) in zip(pairs, responses) {
            let expected = (response.arrayValue ?? []).compactMap(Self.number)
            try #require(expected.count == 3)
            let test = MannWhitney(pair.first, pair.second)
            #expect(test.u == expected[0], "\(pair)")
            #expect(abs(test.pValue - expected[1]) < 1e-9, "\(pair)")
            let shift = Shift(from: pair.first, to: pair.second)
            #expect(abs(shift.estimate - expected[2]) < 1e-9, "\(pair)")
        }
        let trends = try #require(response["trends"]?.arrayValue)
        #expect(trends.count == series.count)
        for (values, trend) in zip(series, trends) {
            let expected = (trend.arrayValue ?? []).compactMap(Self.number)
            try #require(expected.count == 2)
            let own = MannKendall(values)
            #expect(abs(own.pValue - expected[0]) < 1e-9, "\(values)")
            #expect(abs(own.slope - expected[1]) < 1e-9, "\(values)")
        }
        let quantiles = try #require(response["quantiles"]?.arrayValue).compactMap(Self.number)
        for (probability, value) in zip([1e-9, 0.01, 0.3, 0.5, 0.975, 0.999999], quantiles) {
            #expect(abs(Normal.quantile(probability) - value) < 1e-9, "\(probability)")
        }
    }

    /// Samples of many sizes, with and without ties, from one seed.
    private static func pairs() -> [(first: [Double], second: [Double])] {
        var generator = SplitMix64(seed: 7)
        let sizes = [(1, 1), (2, 5), (3, 3), (5, 5), (4, 7), (8, 6), (10, 10), (19, 21), (25, 30)]
        return sizes.flatMap { sizes in
            [0.0, 0.8].map { shift in
                (
                    (0..<sizes.0).map { _ in generator.nextNormal() },
                    (0..<sizes.1).map { _ in generator.nextNormal() + shift }
                )
            }
        }
            + [(4, 4), (5, 5), (3, 6), (7, 6), (30, 25)].map { sizes in
                (
                    (0..<sizes.0).map { _ in Double(generator.next() % 5) },
                    (0..<sizes.1).map { _ in Double(generator.next() % 5) + 1 }
                )
            }
    }

    /// Series with and without ties and drift, from one seed.
    private static func series() -> [[Double]] {
        var generator = SplitMix64(seed: 8)
        return [10, 25, 60].flatMap { count in
            [
                (0..<count).map { _ in generator.nextNormal() },
                (0..<count).map { 0.03 * Double($0) + generator.nextNormal() },
                (0..<count).map { _ in Double(generator.next() % 4) },
            ]
        }
    }

    private static func number(_ value: JSONValue) -> Double? {
        guard case .number(let number) = value else { return nil }
        return number.doubleValue
    }

    private static func json(_ values: [Double]) -> JSONValue {
        .array(values.map { .number(.real($0)) })
    }
}
