import Contract
import HTTP
import ReportText

/// A request as a command that reproduces it when copied from a report.
enum CommandText {
    /// The lines of the command; at the margin when line ends are part of the body, because blanks
    /// before them would be sent too.
    static func lines(_ request: HTTPRequest, indent: String) -> [String] {
        let lines = PrintableText.lines(CurlCommand(request).description)
        let isIndentable = request.body?.contains(UInt8(ascii: "\n")) != true
        return isIndentable ? lines.map { indent + $0 } : lines
    }
}
