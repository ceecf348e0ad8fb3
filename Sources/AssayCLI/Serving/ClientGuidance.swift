import HTTP
import ReferencePush

/// The guidance that `assay serve` prints for clients of a server.
enum ClientGuidance {
    static func lines(_ guide: ClientGuide) -> [String] {
        guide.keys.map { "\($0.name) \($0.value)" } + lines(guide.request)
    }

    /// A command that can be pasted.
    static func lines(_ request: HTTPRequest) -> [String] {
        let command = CurlCommand(request, isQuiet: true).description
        return ["try:"] + command.split(separator: "\n").map { "  \($0)" }
    }
}
