import Contract
import Testing

struct NearestNameTests {
    @Test(
        "A name with few slips finds the one that was meant",
        arguments: [
            ("verfy", "verify"),
            ("tagret", "target"),
            ("Status", "status"),
            ("provoke", "provokes"),
            ("expectt", "expect"),
            ("st", "set"),
        ]
    )
    func near(text: String, meant: String) {
        let names = ["status", "verify", "target", "provokes", "expect", "include-tag", "set"]
        #expect(NearestName.suggestion(for: text, among: names) == meant)
    }

    @Test("A name that resembles none finds none", arguments: ["", "x", "load", "zebra"])
    func far(text: String) {
        #expect(NearestName.suggestion(for: text, among: ["verify", "lint", "id"]) == nil)
    }

    @Test("Of two names the nearer is found, of two equally near the earlier")
    func ties() {
        #expect(
            NearestName.suggestion(for: "lists", among: ["list-all", "lint", "list"]) == "list"
        )
        #expect(NearestName.suggestion(for: "cat", among: ["bat", "car"]) == "bat")
    }
}
