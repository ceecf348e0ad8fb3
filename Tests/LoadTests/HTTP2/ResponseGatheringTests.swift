import Testing

@testable import Load

struct ResponseGatheringTests {
    @Test(
        "Responses are gathered for 1% of the service time, unless that is too short to sleep or too long",
        arguments: [
            (0, 0), (1_000_000, 0), (4_999_900, 0), (5_000_000, 50_000), (12_500_000, 125_000),
            (25_000_000, 250_000), (10_000_000_000, 250_000),
        ] as [(Int64, Int64)]
    )
    func pause(serviceTime: Int64, pause: Int64) {
        #expect(ResponseGathering.pause(serviceTime: serviceTime) == pause)
    }
}
