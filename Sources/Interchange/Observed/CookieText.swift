import HTTP

/// Finds what cookies hold.
enum CookieText {
    /// The values of cookies, either way.
    ///
    /// - Parameters:
    ///   - sent: The values of `Cookie` fields.
    ///   - set: The values of `Set-Cookie` fields; a recorder may put several on lines of one.
    /// - Returns: The values.
    static func values(sent: [String], set: [String]) -> [String] {
        Cookie.pairs(in: sent).map(\.value)
            + set.flatMap { $0.split(whereSeparator: \.isNewline) }
            .compactMap { Cookie(String($0))?.value }
    }
}
