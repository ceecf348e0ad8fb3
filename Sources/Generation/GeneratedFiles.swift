/// Bodies of generated requests that a contract cannot express as text, as files that requests
/// send.
package enum GeneratedFiles {
    static let invalidText = "generated/not-utf-8.json"

    /// Contents by path, besides the files of a contract.
    package static let all: [String: [UInt8]] = [
        invalidText: Array("{\"text\": \"".utf8) + [0xFF, 0xFE, 0xC3] + Array("\"}".utf8)
    ]
}
