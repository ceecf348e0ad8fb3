import Testing

@testable import Distribution

struct ClockEstimateTests {
    /// Round trip in `out` and `back` ns to a clock that is `ahead`, with `work` ns spent there.
    private func probe(
        at sent: Int64,
        ahead: Int64,
        out: Int64,
        work: Int64 = 10,
        back: Int64
    ) throws -> ClockEstimate.Probe {
        try #require(
            ClockEstimate.Probe(
                sent: sent,
                taken: sent + out + ahead,
                answered: sent + out + work + ahead,
                back: sent + out + work + back
            )
        )
    }

    @Test("The quickest probe gives the offset, with an error of at most half its round trip")
    func quickest() throws {
        var clock = ClockEstimate()
        #expect(clock.offset == 0 && clock.bound == 0 && clock.count == 0)
        clock.add(try probe(at: 1_000, ahead: 5_000_000, out: 900, back: 100))
        #expect(clock.offset == 5_000_400 && clock.bound == 500)
        clock.add(try probe(at: 9_000, ahead: 5_000_000, out: 100, back: 100))
        #expect(clock.offset == 5_000_000 && clock.bound == 100)
        clock.add(try probe(at: 20_000, ahead: 5_000_000, out: 4_000, back: 100))
        #expect(clock.offset == 5_000_000 && clock.bound == 100)
        #expect(clock.longestDelay == 4_100 && clock.count == 3)
    }

    @Test("An odd round trip makes the bound larger, never smaller")
    func odd() throws {
        var clock = ClockEstimate()
        clock.add(try probe(at: 0, ahead: 0, out: 2, back: 1))
        #expect(clock.bound == 2)
    }

    @Test("A clock that is behind has a negative offset, and wall clocks do not overflow")
    func behind() throws {
        var clock = ClockEstimate()
        clock.add(
            try probe(at: 1_790_000_000_000_000_000, ahead: -3_700_000_000, out: 50, back: 50)
        )
        #expect(clock.offset == -3_700_000_000)
    }

    @Test("Clock drift is reported only beyond the error bound of the probes")
    func drift() throws {
        var clock = ClockEstimate()
        clock.add(try probe(at: 0, ahead: 1_000, out: 10, back: 10))
        clock.add(try probe(at: 500, ahead: 1_015, out: 10, back: 10))
        #expect(clock.drift == 0)
        clock.add(try probe(at: 900, ahead: 1_100, out: 10, back: 10))
        #expect(clock.drift == 80)
        clock.add(try probe(at: 1_500, ahead: 900, out: 10, back: 10))
        #expect(clock.drift == -80)
        #expect(clock.offset == 1_000)
    }

    @Test(
        "A response with any timestamps is ignored, or its computed values do not overflow",
        arguments: Extremes.numbers,
        Extremes.numbers
    )
    func extremes(_ taken: Int64, _ answered: Int64) throws {
        var clock = ClockEstimate()
        clock.add(try probe(at: 1_000, ahead: 0, out: 10, back: 10))
        for sent in Extremes.numbers {
            for back in Extremes.numbers {
                let probe = ClockEstimate.Probe(
                    sent: sent,
                    taken: taken,
                    answered: answered,
                    back: back
                )
                guard let probe else { continue }
                clock.add(probe)
                #expect(clock.bound >= 0 && clock.longestDelay >= probe.delay)
                #expect(clock.drift.magnitude <= 1 << 63)
            }
        }
    }
}
