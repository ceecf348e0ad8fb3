import Contract
import Testing

/// `accepts`, `generate` and `declared`.
struct GenerationKeyTests {
    @Test(
        "Generation settings of used files apply too, and the file's own number takes precedence"
    )
    func settings() throws {
        let loaded = LoadedContract(
            """
            contract: "1"
            use: [common.yaml]
            generate: { exclude: { wipe: it empties the app } }
            operations: { wipe: { request: { method: DELETE, path: / } } }

            """,
            [
                "common.yaml": """
                contract: "1"
                generate:
                  cases: 7
                  waived: [ { kind: refused, at: "/json/*", reason: odd words, until: "2127-06-30" } ]

                """
            ]
        )
        #expect(loaded.diagnosis == "")
        let settings = loaded.contract.generation
        #expect(settings.cases == 7)
        #expect(settings.excluded == [.init(operation: "wipe", reason: "it empties the app")])
        let waived = try #require(settings.waived.first)
        #expect(waived.operation == nil && waived.kind == .refused && waived.place == "/json/*")
        #expect(waived.waiver == Waiver(reason: "odd words", until: "2127-06-30"))
    }
}
