import AssayCLI
import CommandLineTool
import Testing

/// The two generations of one product; the differences between their documents are known line by line.
struct NiftyToNCMBTests {
    private struct Comparison {
        let status: CommandLineTool.ExitStatus
        /// Without the places in the files, which are not compared here.
        let lines: [String]
        let errors: String

        init(_ options: String...) async {
            let (output, errors) = (MemorySink(), MemorySink())
            let console = Console(output: output, errors: errors, terminal: .none)
            let words = ["diff", folder + "/nifty", folder + "/ncmb"] + options
            status = await AssayCommand.run(words, console: console)
            lines = output.text.split(separator: "\n").map { line in
                line.firstRange(of: "  \(folder)").map { String(line[..<$0.lowerBound]) }
                    ?? String(line)
            }
            self.errors = errors.text
        }
    }

    /// Each takes a second, and all tests use them.
    private static let plain = Task { await Comparison() }
    private static let verbose = Task { await Comparison("--verbose") }

    private static let folder: String = {
        let parts = #filePath.split(separator: "/").dropLast(4)
        return "/" + parts.joined(separator: "/") + "/contracts"
    }()

    @Test("Exactly these changes break a client of the older product")
    func breaking() async {
        let comparison = await Self.plain.value
        #expect(comparison.status == .contractBroken)
        let breaking = comparison.lines.filter { $0.hasPrefix("  BREAKING") }.map {
            $0.dropFirst(14)
        }
        #expect(breaking.joined(separator: "\n") == Self.breaking)
    }

    @Test(
        "Reworded statements are shown with both wordings",
        arguments: [
            "payload-content-available: says «aps.content-available is 1 for a push with "
                + "contentAvailable and otherwise missing», it said «aps.content-available is "
                + "1 for a silent push and otherwise missing»",
            "payload-push-id: says «The payload names the push in com.nifcloud.mbaas.PushId, at "
                + "most 16 characters», it said «The payload names the push in com.nifty.PushId, "
                + "16 characters»",
            "payload-rich-url: says «The payload carries the URL of a rich push in "
                + "com.nifcloud.mbaas.RichUrl», it said «The payload carries the URL of a rich "
                + "push in com.nifty.RichUrl»",
            "payload-alert: says «aps.alert is an object with title and message», it said "
                + "«aps.alert is the message, a string»",
        ]
    )
    func wording(line: String) async {
        #expect(await Self.plain.value.lines.contains("  note        \(line)"))
    }

    @Test(
        "Unchanged parts of both documents are not mentioned",
        arguments: [
            "expiration-days", "expiration-out-of-range", "json-key-forbidden", "payload-size",
            "own-token", "registered-again", "sound-on-device", "the base path", "security ",
        ]
    )
    func same(word: String) async {
        #expect(await Self.verbose.value.lines.allSatisfy { !$0.contains(word) })
    }

    @Test(
        "Additions are compatible",
        arguments: [
            "updatePush|is new: PUT /push/{id} [observed]",
            "searchPushes|is new: GET /push [observed]",
            "registerOpen|is new: POST /push/{id}/openNumber [observed]",
            "every call|every failure: $.errors is new: array",
        ]
    )
    func added(entry: String) async throws {
        let parts = entry.split(separator: "|").map(String.init)
        let lines = await Self.plain.value.lines
        let heading = try #require(lines.firstIndex(of: parts[0]))
        let section = lines[(heading + 1)...].prefix { $0.hasPrefix("  ") }
        #expect(section.contains("  compatible  \(parts[1])"))
    }

    @Test("The report contains every change exactly once")
    func summary() async {
        let folded = await Self.plain.value
        let whole = await Self.verbose.value
        #expect(folded.errors.isEmpty && whole.errors.isEmpty)
        #expect(folded.lines.last == whole.lines.last)
        let counts = ["BREAKING", "compatible", "note"].map { word in
            whole.lines.filter { $0.hasPrefix("  \(word) ") }.count
        }
        #expect(
            whole.lines.last == "\(counts[0]) breaking, \(counts[1]) compatible, "
                + "\(counts[2]) notes (basis documented)"
        )
    }

    private static let breaking = """
        the documented host was https://mb.api.cloud.nifty.com and is \
        https://mbaas.api.nifcloud.com; the host is part of what is signed, so every \
        signature changes
        no longer promises bound-to-certificate (Another certificate invalidates the \
        tokens registered before)
        no longer promises bound-again (A device registered again under another \
        certificate receives pushes again)
        can now respond with E403001: access-refused (An installation whose ACL denies \
        writing is rejected)
        can now respond with E403001: forbidden (The class permissions can forbid searching)
        no longer promises id-length (The id of a push has exactly 16 characters; the \
        newer document says at most 16)
        no longer promises signed-for-this-host (A request signed for the host of its \
        URL is accepted)
        can now respond with E429001: over-quota (Sends are rejected when the pushes of the \
        plan are used up)
        can now respond with E415001: not-json-type (A body that is not declared as JSON is \
        rejected)
        can now respond with E404001: unknown [observed], deleted [observed], \
        removed-automatically
        can now respond with E403001: access-refused (An installation whose ACL denies \
        reading is rejected)
        can now respond with E403001: access-refused (An installation whose ACL denies \
        writing is rejected)
        can now respond with E404001: unknown [observed], deleted [observed], backed-up, \
        moved-when-full
        can now respond with E403001: forbidden-by-switch [observed], access-refused
        can now respond with E404001: unknown [observed], backed-up
        """
}
