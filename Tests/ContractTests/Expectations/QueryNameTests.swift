import Contract
import Testing

struct QueryNameTests {
    @Test(
        "A contract queries a cookie by its name, or one of its attributes",
        arguments: [
            ("session", "cookie session"),
            ("session[Max-Age]", "cookie session[Max-Age]"),
            ("a]", "cookie a]"),
            ("[Path]", "cookie [Path]"),
        ]
    )
    func cookies(argument: String, description: String) throws {
        #expect(try Query(named: "cookie", argument: argument).description == description)
    }
}
