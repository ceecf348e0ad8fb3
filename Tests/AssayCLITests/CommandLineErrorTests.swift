import AssayCLI
import CommandLineTool
import Testing

struct CommandLineErrorTests {
    @Test(
        "A message names the command, the word and the expected words",
        arguments: [
            ([], "post: no command given; expected send or open"),
            (["sedn"], "post: unknown command \"sedn\"; did you mean \"send\"?"),
            (["zzz", "--help"], "post: unknown command \"zzz\"; expected send or open"),
            (
                ["send", "--wieght", "1"],
                "post send: unknown option \"--wieght\"; did you mean \"--weight\"?"
            ),
            (
                ["send", "--no-isnure"],
                "post send: unknown option \"--no-isnure\"; did you mean \"--no-insure\"?"
            ),
            (
                ["send", "--no-fragile"],
                "post send: unknown option \"--no-fragile\"; did you mean \"--fragile\"?"
            ),
            (
                ["send", "--zzz=1"],
                "post send: unknown option \"--zzz\"; expected an option of \"post send\""
            ),
            (
                ["send", "-z"],
                "post send: unknown option \"-z\"; expected an option of \"post send\""
            ),
            (
                ["send", "-fragile"],
                "post send: unknown option \"-fragile\"; did you mean \"--fragile\"?"
            ),
            (
                ["send", "--stamp", "x"],
                "post send: unknown option \"--stamp\"; did you mean \"--stamp-with-picture\"?"
            ),
            (
                ["send", "-weight", "5"],
                "post send: unknown option \"-weight\"; did you mean \"--weight\"?"
            ),
            (
                ["send", "-fz"],
                "post send: unknown option \"-z\" in \"-fz\"; expected an option of \"post send\""
            ),
            (
                ["--weight", "5", "send"],
                "post: unknown option \"--weight\"; it is an option of \"post send\": "
                    + "write it after the command"
            ),
            (
                ["send", "x", "--weight"],
                "post send: option \"--weight\" requires a value: --weight GRAMS"
            ),
            (["send", "x", "-fw"], "post send: option \"-w\" requires a value: -w GRAMS"),
            (
                ["send", "x", "--weight", "--class"],
                "post send: option \"--weight\" requires a value, GRAMS, but \"--class\" follows; "
                    + "if that is the value, write \"--weight=--class\""
            ),
            (
                ["send", "x", "--fragile=yes"],
                "post send: option \"--fragile\" takes no value, got \"yes\"; "
                    + "write \"--fragile\""
            ),
            (
                ["send", "x", "--weight=1", "-w2"],
                "post send: duplicate option \"-w\"; give it once"
            ),
            (
                ["send", "x", "-f", "--registered"],
                "post send: options \"-f\" and \"--registered\" exclude each other; "
                    + "give one of them"
            ),
            (["send", "-f"], "post send: missing argument OFFICE"),
            (["open", "x"], "post open: unexpected argument \"x\"; expected no arguments"),
            (
                ["send", "x", "--class", "fist"],
                "post send: option \"--class\": expected first or second, got \"fist\"; "
                    + "did you mean \"first\"?"
            ),
        ] as [([String], String)]
    )
    func message(words: [String], problem: String) {
        let command = problem.split(separator: ":")[0].split(separator: " ").dropFirst()
        let help = (["post", "help"] + command).joined(separator: " ")
        let error = #expect(throws: CommandLineError.self) {
            try ArgumentParser.parse(words, as: SampleCommand.root)
        }
        #expect(error?.description == "\(problem)\nsee \"\(help)\"\n")
    }

    @Test("A hidden option is never suggested, but works")
    func hidden() throws {
        let error = #expect(throws: CommandLineError.self) {
            try ArgumentParser.parse(["send", "x", "--secrte"], as: SampleCommand.root)
        }
        #expect(error?.description.contains("did you mean") == false)
        let parsed = try ArgumentParser.parse(["send", "x", "--secret"], as: SampleCommand.root)
        #expect(parsed.flag("secret"))
    }
}
