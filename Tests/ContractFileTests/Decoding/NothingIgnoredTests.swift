import Testing

struct NothingIgnoredTests {
    @Test("An expression is recognised in any order of its names")
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
