import HTTP

/// Extracts the values of cookies.
enum CookieText {
    /// The values of cookies, in both directions.
    ///
    /// - Parameters:
    ///   - sent: The values of `Cookie` fields.
    ///   - set: The values of `Set-Cookie` fields; a recorder may combine several in one, on
    ///     separate lines.
    /// - Returns: The values.
    static func values(sent: [String], set: [String]) -> [String] {
        Cookie.pairs(in: sent).map(\.value)
            + set.flatMap { $0.split(whereSeparator: \.isNewline) }
            .compactMap { Cookie(String($0))?.value }
    }
}
