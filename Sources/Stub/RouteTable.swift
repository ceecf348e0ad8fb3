import Base
import Contract
import HTTP

/// The operations of contracts by where their requests go.
struct RouteTable: Sendable {
    /// What a request is for.
    enum Match {
        case operation(StubRoute, RequestFields)
        /// No operation is at its path; the one with the nearest, when one is near.
        case nowhere(nearest: StubRoute?)
        /// Operations are at its path, for these methods, in byte order.
        case otherMethod(allowed: [String])
    }

    private let routes: [StubRoute]

    /// - Parameter routes: Of several that fit a request equally well, the last is meant.
    init(_ routes: [StubRoute]) { self.routes = routes }

    /// Those of an operation.
    func routes(of operation: String) -> [StubRoute] {
        routes.filter { $0.operation.id == operation }
    }

    /// `GET /notes/{id}`, in order, each once.
    var labels: [String] {
        var seen: Set<String> = []
        return routes.map(\.label).filter { seen.insert($0).inserted }
    }

    /// Whether any operation is at the path of a request.
    func answers(_ request: HTTPRequest) -> Bool {
        routes.contains { $0.path.values(in: request.path) != nil }
    }

    /// The operation that a request is for: of those at its path, the one whose path names more, then
    /// the one whose example has more fields in common with it.
    func match(_ request: HTTPRequest) -> Match {
        let fitting = routes.compactMap { route in
            route.path.values(in: request.path).map { (route: route, values: $0) }
        }
        guard !fitting.isEmpty else {
            let wanted = "\(request.method) \(request.path)"
            let near = NearestName.suggestion(for: wanted, among: labels)
            return .nowhere(nearest: routes.first { $0.label == near })
        }
        var offered = fitting.filter { $0.route.method == request.method }
        // The answer to HEAD is that to GET without its body (RFC 9110 §9.3.2).
        if offered.isEmpty, request.method == "HEAD" {
            offered = fitting.filter { $0.route.method == "GET" }
        }
        let fields = RequestFields(request)
        let best = offered.max { one, other in
            let (first, second) = (one.route, other.route)
            let agreements = (first.agreement(with: fields.all), second.agreement(with: fields.all))
            return (first.path.literalCount, agreements.0)
                < (second.path.literalCount, agreements.1)
        }
        guard let best else {
            let methods = Set(fitting.map(\.route.method))
            let more: Set = methods.contains("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"]
            return .otherMethod(allowed: methods.union(more).sorted())
        }
        return .operation(best.route, fields.with(path: best.values))
    }
}
