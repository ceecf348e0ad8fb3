import CommandLineTool

extension VerificationPlan {
    /// What `--generate` asks for.
    struct Generation {
        /// How many cases for each server; `nil` for what the contract says.
        let cases: Int?
        /// How long they may take together; `nil` for as long as they need.
        let time: Duration?

        /// How long they may take where neither a number nor a time is given.
        static let time = Duration.seconds(30)
        /// How many there are at most where no number is given.
        static let most = 100_000
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
