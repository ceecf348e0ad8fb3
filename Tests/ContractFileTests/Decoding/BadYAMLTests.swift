import Testing

struct BadYAMLTests {
    @Test("An empty file is rejected with the first line of a contract")
    func empty() {
        #expect(
            LoadedContract("").diagnosis == #"""
                a.yaml:1:1: error: the file is empty; a contract begins with `contract: "1"`
                    1 |
                      | ^
                1 error

                """#
        )
    }

    @Test("A control character is rejected and shown like bytes that are not UTF-8")
    func control() {
        let loaded = LoadedContract("contract: \"1\"\ninfo: { title: \"a\u{1}b\" }\n")
        #expect(
            loaded.diagnosis == #"""
                a.yaml:2:18: error: the control character U+0001 is not allowed
                    2 | info: { title: "a\#u{FFFD}b" }
                      |                  ^
                   hint: write it as \u0001 in double quotes, or remove it
                1 error

                """#
        )
    }
}
