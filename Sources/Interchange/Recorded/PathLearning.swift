import HTTP
import JSON

/// Finds path segments that identify an object, although they do not look like it, by comparing paths.
struct PathLearning {
    /// Such segments, decoded.
    private(set) var segments: Set<String> = []

    /// The number of segments in one place that must have similar responses.
    private static let least = 3

    /// A path with its segments; parameters are `nil`.
    private struct Seen {
        let method: String
        let shape: [String?]
        let exchange: ObservedExchange
    }

    /// - Parameters:
    ///   - exchanges: All of them.
    ///   - isFailure: Whether the response of one is a failure.
    init(_ exchanges: [ObservedExchange], isFailure: (ObservedExchange) -> Bool) {
        let seen = exchanges.map { exchange in
            let path = exchange.request.url.path
            let shape = path.split(separator: "/", omittingEmptySubsequences: false).map {
                segment in
                let decoded = PercentEncoding.decoded(String(segment))
                return PathShape.isIdentifier(decoded) ? nil : decoded
            }
            return Seen(method: exchange.request.method, shape: shape, exchange: exchange)
        }
        let known = Set(seen.map(\.shape))
        var failed: [String: Bool] = [:]
        var alike: [String: [String: Set<String>]] = [:]
        for path in seen {
            for (position, segment) in path.shape.enumerated() {
                guard let segment, !segment.isEmpty else { continue }
                var open = path.shape
                open[position] = nil
                let isFailed = isFailure(path.exchange)
                if known.contains(open) { failed[segment] = (failed[segment] ?? true) && isFailed }
                guard !isFailed, let members = path.exchange.response?.json?.objectValue?.names,
                    !members.isEmpty
                else { continue }
                let place = "\(path.method) \(open.map { $0 ?? "{}" }.joined(separator: "/"))"
                let response = members.sorted().joined(separator: " ")
                alike[place, default: [:]][response, default: []].insert(segment)
            }
        }
        // Only failures where others identify an object: it identifies a missing one.
        for (segment, isAlways) in failed where isAlways { segments.insert(segment) }
        for responses in alike.values where responses.count == 1 {
            for group in responses.values where group.count >= Self.least {
                segments.formUnion(group)
            }
        }
    }
}
