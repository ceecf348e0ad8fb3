import Base
package import JSON

/// Bodies of generated requests that a contract cannot express as text, as files that requests
/// send.
package enum GeneratedFiles {
    static let invalidText = "generated/not-utf-8.json"

    /// Contents by path, besides the files of a contract.
    package static let all: [String: [UInt8]] = [
        invalidText: Array("{\"text\": \"".utf8) + [0xFF, 0xFE, 0xC3] + Array("\"}".utf8)
    ]

    /// Comment lines with the commands that write the files of a case, for a reader who copies it.
    package static func remarks(of contractCase: JSONValue) -> String {
        let text = contractCase.text
        return all.filter { text.contains(JSONValue.string($0.key).text) }.map { path, bytes in
            "# Write its file first: mkdir -p generated && printf "
                + "'\(ShellQuoting.printfFormat(bytes))' > \(path)\n"
        }.joined()
    }
}
