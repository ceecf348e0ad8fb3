import Testing

struct UseTests {
    @Test("A chain of files is read regardless of its length")
    func chain() {
        let last = 800
        func text(_ number: Int) -> String {
            let use = number < last ? "use: [f\(number + 1).yaml]" : "targets: { api: {} }"
            let schema = "schemas: { S\(number): { type: string } }"
            return "contract: \"1\"\n\(use)\n\(schema)\n"
        }
        let files = Dictionary(uniqueKeysWithValues: (1...last).map { ("f\($0).yaml", text($0)) })
        #expect(!LoadedContract(text(0), files).diagnosis.contains("error"))
    }
}
