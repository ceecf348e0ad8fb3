import JSON

/// HTTP/2 events apart from responses.
package struct HTTP2Figures: Hashable, Sendable {
    /// The smallest and the largest stream limit of a server; `nil` when no server set one.
    package internal(set) var streamLimits: ClosedRange<UInt64>?
    /// Streams that servers ended with RST_STREAM, by the name of the code.
    package internal(set) var resets: [String: UInt64]
    /// GOAWAYs by the name of their code.
    package internal(set) var goAways: [String: UInt64]
    /// Debug text of the last GOAWAY that had any.
    package internal(set) var goAwayText: String?
    /// Requests whose bodies had to wait for the server's window.
    package internal(set) var blocked: UInt64

    /// - Parameters:
    ///   - streamLimits: The smallest and the largest stream limit of a server.
    ///   - resets: Streams that servers ended, by the number of the code.
    ///   - goAways: GOAWAYs by the number of their code.
    ///   - goAwayText: Debug text of the last one.
    ///   - blocked: Requests whose bodies had to wait.
    package init(
        streamLimits: ClosedRange<UInt64>? = nil,
        resets: [UInt32: UInt64] = [:],
        goAways: [UInt32: UInt64] = [:],
        goAwayText: String? = nil,
        blocked: UInt64 = 0
    ) {
        self.streamLimits = streamLimits
        self.resets = Self.named(resets)
        self.goAways = Self.named(goAways)
        self.goAwayText = goAwayText
        self.blocked = blocked
    }

    private static func named(_ counts: [UInt32: UInt64]) -> [String: UInt64] {
        Dictionary(counts.map { (name(of: $0.key), $0.value) }, uniquingKeysWith: +)
    }

    /// Name of an error code in RFC 9113 §7.
    private static func name(of code: UInt32) -> String {
        code < UInt32(names.count) ? names[Int(code)] : "other"
    }

    private static let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
        "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
        "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]

    /// Counts as text: `CANCEL 3, INTERNAL_ERROR 1`, the most frequent first.
    package static func text(of counts: [String: UInt64]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \($0.value)" }
            .joined(separator: ", ")
    }
}

extension HTTP2Figures {
    static let table = FieldTable(
        HTTP2Figures(),
        [
            Field(
                write: { figures, object in
                    guard let limits = figures.streamLimits else { return }
                    object["fewestStreams"] = .count(limits.lowerBound)
                    object["mostStreams"] = .count(limits.upperBound)
                },
                read: { (node, figures) throws(RunResultError) in
                    guard let fewest = try node.optional("fewestStreams")?.count else { return }
                    let most = try node["mostStreams"]
                    guard try most.count >= fewest else {
                        throw most.mismatch("at least fewestStreams, \(fewest)")
                    }
                    figures.streamLimits = fewest...(try most.count)
                }
            ),
            counts("resets", \.resets),
            counts("goaways", \.goAways),
            Field("goawayText", optional: \.goAwayText, .text),
            Field("blocked", \.blocked, .count),
        ]
    )

    /// An object with the counts by code.
    private static func counts(
        _ name: String,
        _ path: any WritableKeyPath<HTTP2Figures, [String: UInt64]> & Sendable
    ) -> Field<HTTP2Figures> {
        Field(
            write: { figures, object in
                var counts = JSONObject()
                for code in names + ["other"] {
                    counts[code] = figures[keyPath: path][code].map { .count($0) }
                }
                object[name] = .object(counts)
            },
            read: { (node, figures) throws(RunResultError) in
                let node = try node[name]
                for code in names + ["other"] {
                    figures[keyPath: path][code] = try node.optional(code)?.count
                }
            }
        )
    }
}
