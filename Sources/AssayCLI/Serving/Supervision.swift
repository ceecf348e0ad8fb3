import CommandLineTool
import Contract
import Dispatch
import Glibc
import JSON

/// How a child run of this program is supervised: through standard input.
enum Supervision {
    /// Internal, for servers: variables come as a line of JSON, and the end of input stops the server.
    static let option = OptionSpecification.flag(
        "supervised",
        isHidden: true,
        help: "Read variables from standard input, and exit when it closes."
    )

    /// Internal, for runs: the end of input ends the run.
    static let endOption = OptionSpecification.flag(
        option.name,
        isHidden: true,
        help: "Exit when standard input closes."
    )

    /// The variables that the supervising process writes.
    static func line(_ variables: [String: String]) -> String {
        var object = JSONObject()
        for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
            object[name] = .string(value)
        }
        return JSONValue.object(object).text + "\n"
    }

    /// Reads that line; blocks until it arrives.
    static func variables() -> [String: String] {
        var bytes: [UInt8] = []
        while let byte = next(), byte != UInt8(ascii: "\n") { bytes.append(byte) }
        do {
            let members = try JSONValue(parsing: bytes).objectValue?.members ?? []
            return Dictionary(members.map { ($0.name, $0.value.scalarText) }) { first, _ in first }
        } catch {
            return [:]
        }
    }

    /// Calls `action` when standard input ends.
    static func atEnd(_ action: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "assay.supervision").async {
            while next() != nil {}
            action()
        }
    }

    /// The next byte; `nil` at the end.
    private static func next() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            // The call writes one byte into a variable that outlives it.
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count < 0 && errno == EINTR { continue }
            return count == 1 ? byte : nil
        }
    }
}
