import HTTP
import JSON

@testable import Contract

extension Subject {
    /// A response with a body, to a request that posted a form.
    static func answer(
        _ body: String = "",
        status: Int = 200,
        headers: [(String, String)] = [],
        form: String = ""
    ) -> Subject {
        answer(Array(body.utf8), status: status, headers: headers, form: form)
    }

    static func answer(
        _ body: [UInt8],
        status: Int = 200,
        headers: [(String, String)] = [],
        form: String = ""
    ) -> Subject {
        Subject(
            HTTPResponse(
                status: status,
                headers: HTTPFields(headers.map { .init(name: $0.0, value: $0.1) }),
                body: body,
                phases: PhaseTimes(
                    nameLookup: .microseconds(250),
                    connect: .milliseconds(1),
                    tlsHandshake: .zero,
                    firstByte: .milliseconds(20),
                    total: .milliseconds(1_500)
                )
            ),
            to: HTTPRequest(
                method: "POST",
                origin: "http://h:1",
                path: "/a%20b",
                query: "q=1",
                body: Array(form.utf8)
            )
        )
    }
}

extension Differences {
    /// Each difference as a sentence, and the number of those left out.
    var lines: [String] {
        kept.map { "\($0.path): expected \($0.expected), got \($0.actual)" }
            + (omitted > 0 ? ["\(omitted) more"] : [])
    }
}
