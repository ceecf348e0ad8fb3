import JSON
import Testing

@testable import RunReports

struct CaseFailureListTests {
    private func failures(_ count: Int) -> [CaseFailure] {
        (1...count).compactMap { number in
            CaseFailure(
                [
                    "verdict": "failed", "name": .string("case \(number)"), "reason": "not as said",
                    "steps": [],
                ],
                of: "api",
                number: number
            )
        }
    }

    @Test(
        "Among many failed cases, the later ones have one line each, with a link target"
    )
    func many() {
        let text = CaseFailureList(failures: failures(6_000), prefix: "").markup.source
        #expect(text.components(of: "<article").count == 301)
        #expect(text.components(of: "<li").count == 5_001)
        #expect(text.contains("5700 more did not pass"))
        #expect(text.contains("700 more are only in the result file."))
        #expect(text.contains("case 5300: not as said"))
        #expect(!text.contains("case 5301:"))
        #expect(CaseFailureList.isShown(5_299) && !CaseFailureList.isShown(5_300))
    }

    @Test("Up to the limit, all cases are shown in full")
    func few() {
        let text = CaseFailureList(failures: failures(300), prefix: "").markup.source
        #expect(text.components(of: "<article").count == 301)
        #expect(!text.contains("more did not pass"))
    }
}

extension String {
    fileprivate func components(of mark: String) -> [Substring] {
        split(separator: mark, omittingEmptySubsequences: false)
    }
}
