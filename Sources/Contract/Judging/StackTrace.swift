import HTTP
import RegularExpressions

/// Detects stack traces of a server, by the output of common languages.
package enum StackTrace {
    /// The place in differences.
    package static let path = "stack trace"

    /// The first line of a response with a stack trace; `nil` for none.
    static func excerpt(of subject: Subject) -> String? {
        // Services that respond to everything with 200 report failures in the body.
        guard let response = subject.response, response.status >= 400 || response.status == 200
        else { return nil }
        do {
            let text = String(decoding: try subject.content().prefix(longest), as: UTF8.self)
            return excerpt(of: text)
        } catch {
            return nil
        }
    }

    /// The part of a text with a stack trace.
    package static func excerpt(of text: String) -> String? {
        for pattern in patterns {
            guard let match = pattern.firstMatch(in: text), let whole = match[0] else { continue }
            return
                "\"\(whole.unicodeScalars.prefix(120).reduce(into: "") { $0.unicodeScalars.append($1) })\""
        }
        return nil
    }

    /// The number of bytes of a response that are searched.
    private static let longest = 65_536

    private static let patterns: [RegularExpression] = [
        // Java, Kotlin, Scala
        #"at [A-Za-z_$][\w$.<>]+\([\w$]+\.(java|kt|scala|groovy):[0-9]+\)"#,
        // Python
        #"Traceback \(most recent call last\)"#, #"File \\?"[^"\n]+\.py\\?", line [0-9]+"#,
        // JavaScript
        #"at [^\n(]{0,80}\(?[^\s()]+\.(js|mjs|cjs|ts):[0-9]+:[0-9]+\)?"#,
        // Go
        #"goroutine [0-9]+ \["#, #"panic: [^\n]+\.go:[0-9]+"#,
        // PHP
        #"#0 [^\n]+\.php\([0-9]+\)"#, #"(Fatal error|Warning): [^\n]+ in [^\n]+\.php"#,
        // Ruby
        #"[\w/.-]+\.rb:[0-9]+:in ['`]"#,
        // .NET
        #"at [A-Z][\w.<>`]+\([^\n)]*\) in [^\n]+:line [0-9]+"#,
        // Rust, Swift, C
        #"panicked at [^\n]+\.rs:[0-9]+"#, #"Fatal error: [^\n]+\.swift"#,
        #"[\w/.-]+\.swift:[0-9]+: Fatal error"#,
    ].map { text in
        do {
            return try RegularExpression(ecma: text)
        } catch {
            preconditionFailure("\(text): \(error)")
        }
    }
}
