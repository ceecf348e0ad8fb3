import Testing

struct NothingIgnoredTests {
    @Test("An expression is one whatever the order of its names")
    func orderOfNames() {
        let loaded = LoadedContract(
            #"""
            contract: "1"
            operations:
              send:
                request:
                  path: /push
                  query: { a: { with: ",", join: [x, y] }, b: { of: z, repeat: 3 } }

            """#
        )
        #expect(loaded.diagnosis == "")
    }
}
