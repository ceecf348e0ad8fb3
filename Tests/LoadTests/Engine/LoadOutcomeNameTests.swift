import Load
import Measure
import Testing

struct LoadOutcomeNameTests {
    @Test("Results know every way in which a request gets no answer")
    func names() {
        #expect(LoadOutcome.allCases.map(\.rawValue) == MissingAnswer.allCases.map(\.rawValue))
    }
}
