import Testing

@testable import Load

struct AnswerGatheringTests {
    @Test(
        "Answers gather for a hundredth of the service time at most, the kernel's slack included",
        arguments: [
            (0, 0), (1_000_000, 0), (5_000_000, 0), (5_000_100, 1), (12_500_000, 75_000),
            (25_000_000, 200_000), (10_000_000_000, 200_000),
        ] as [(Int64, Int64)]
    )
    func pause(serviceTime: Int64, pause: Int64) {
        #expect(AnswerGathering.pause(serviceTime: serviceTime) == pause)
    }
}
