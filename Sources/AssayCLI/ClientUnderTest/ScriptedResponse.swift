import Base
import CommandLineTool
import Contract

/// A documented error with which requests of a client under test are answered.
struct ScriptedResponse: Hashable {
    /// Its identifier in the catalogue.
    let error: String
    /// The operation it applies to; `nil` for all.
    var operation: String?
    /// How many requests; `nil` for all.
    var times: Int?

    /// The name of the case in reports: `createPush responds with E403005`.
    var name: String {
        let who = operation ?? "every operation"
        let count = times.map { " \(Count.of($0, "time"))" } ?? ""
        return "\(who) responds with \(error)\(count)"
    }

    /// The scripted responses of `--answer`.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - contracts: Know the codes and the operations.
    /// - Returns: In the order of the command line.
    /// - Throws: `CommandLineError` for names that are not in the contracts.
    static func all(
        _ arguments: ParsedArguments,
        _ contracts: [ContractDocument]
    ) throws -> [ScriptedResponse] {
        try arguments.strings("answer").map { text in
            var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(
                String.init
            )
            var scripted = ScriptedResponse(error: parts.removeFirst())
            for part in parts {
                let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
                switch sides.first {
                case "of" where sides.count == 2: scripted.operation = sides[1]
                case "times" where sides.count == 2 && Int(sides[1]) ?? 0 > 0:
                    scripted.times = Int(sides[1])
                default:
                    throw arguments.unusable(
                        text,
                        for: "answer",
                        expected: "CODE, CODE:of=OPERATION or CODE:times=COUNT, for example "
                            + "E403005:of=createPush"
                    )
                }
            }
            let codes = contracts.flatMap(\.errors).map(\.id)
            try check(scripted.error, "an error", codes, text, arguments)
            if let operation = scripted.operation {
                let known = contracts.flatMap(\.operations).map(\.id)
                try check(operation, "an operation", known, text, arguments)
            }
            return scripted
        }
    }

    private static func check(
        _ name: String,
        _ kind: String,
        _ known: [String],
        _ text: String,
        _ arguments: ParsedArguments
    ) throws {
        guard !known.contains(name) else { return }
        throw arguments.unusable(
            text,
            for: "answer",
            expected: "\(kind) of the contracts"
                + (name == text ? "" : " in place of \"\(name)\""),
            nearest: NearestName.suggestion(for: name, among: known)
        )
    }
}
