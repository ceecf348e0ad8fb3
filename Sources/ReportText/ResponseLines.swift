/// A response as text: its status, its fields, its body.
package enum ResponseLines {
    /// The lines of a response.
    ///
    /// - Parameters:
    ///   - title: `response: 404 Not Found`.
    ///   - fields: `Content-Type: text/plain`, one each.
    ///   - body: Its bytes.
    ///   - limit: How many bytes of the body are shown.
    ///   - label: Formats words that are not part of the response.
    /// - Returns: Lines that begin at the margin; parts of the response are indented.
    package static func lines(
        _ title: String,
        fields: [String],
        body: [UInt8],
        limit: Int,
        label: (String) -> String
    ) -> [String] {
        [label(title)] + fields.map { "  \($0)" } + lines(of: body, limit: limit, label: label)
    }

    private static func lines(
        of body: [UInt8],
        limit: Int,
        label: (String) -> String
    ) -> [String] {
        guard !body.isEmpty else { return [label("no body")] }
        let lines = BodyText.lines(body, limit: limit)
        if lines.count == 1 { return [label("body:") + " " + lines[0]] }
        return [label("body:")] + lines.map { "  \($0)" }
    }
}
