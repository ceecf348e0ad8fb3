import CommandLineTool

extension VerificationPlan {
    /// What `--generate` asks for.
    struct Generation {
        /// How many cases for each server; `nil` for what the contract says.
        let cases: Int?
        /// How long they may take together; `nil` for as long as they need.
        let time: Duration?

        /// How many there are where nobody says so.
        static let standard = 200
    }

    static func generation(_ arguments: ParsedArguments) throws -> Generation? {
        guard arguments.flag("generate") else {
            guard let time = arguments.string("time") else { return nil }
            throw arguments.unusable(time, for: "time", expected: "\"--generate\" beside it")
        }
        var cases: Int?
        if let text = arguments.word(of: "generate") {
            guard let count = Int(text), (1...1_000_000).contains(count) else {
                throw arguments.unusable(
                    text,
                    for: "generate",
                    expected: "a whole number from 1 to 1000000"
                )
            }
            cases = count
        }
        return Generation(cases: cases, time: try arguments.duration("time"))
    }
}
