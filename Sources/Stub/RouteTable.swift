import Base
import Contract
import HTTP

/// The operations of contracts by where their requests go.
struct RouteTable: Sendable {
    /// Operation of a request.
    enum Match {
        case operation(StubRoute, RequestFields)
        /// No operation has its path; the nearest one, if it is similar.
        case nowhere(nearest: StubRoute?)
        /// Operations have its path with these methods, sorted.
        case otherMethod(allowed: [String])
    }

    private let routes: [StubRoute]
    private let paths: PathTable
    private let byOperation: [String: [Int]]
    /// GET operations by path.
    private let readers: [PathPattern: [String]]
    private let names: NearestNameTable
    private let byLabel: [String: Int]
    /// `GET /notes/{id}`, in order, each once.
    let labels: [String]

    /// - Parameter routes: Of several that fit a request equally well, the last is meant.
    init(_ routes: [StubRoute]) {
        self.routes = routes
        paths = PathTable(routes.map(\.path))
        byOperation = Dictionary(grouping: routes.indices) { routes[$0].operation.id }
        readers = Dictionary(grouping: routes.filter { $0.method == "GET" }, by: \.path)
            .mapValues { $0.map(\.operation.id) }
        byLabel = Dictionary(routes.indices.map { (routes[$0].label, $0) }) { first, _ in first }
        var seen: Set<String> = []
        labels = routes.map(\.label).filter { seen.insert($0).inserted }
        names = NearestNameTable(labels)
    }

    /// The routes of an operation.
    func routes(of operation: String) -> [StubRoute] {
        (byOperation[operation] ?? []).map { routes[$0] }
    }

    /// GET operations on the paths of these routes.
    func readers(at routes: [StubRoute]) -> [String] {
        routes.flatMap { readers[$0.path] ?? [] }
    }

    /// Whether any operation is at the path of a request.
    func answers(_ request: HTTPRequest) -> Bool { !paths.matches(request.path).isEmpty }

    /// The route whose path differs in one segment, such as a base path; one with the request's method if possible.
    private func neighbor(of request: HTTPRequest) -> StubRoute? {
        let near = routes.filter { $0.path.isNear(request.path) }
        return near.first { $0.method == request.method } ?? near.first
    }

    /// The operation of a request: among those with a matching path the one with more literal characters, then the
    /// one whose example has more fields in common.
    func match(_ request: HTTPRequest) -> Match {
        let fitting = paths.matches(request.path).map { match in
            (route: routes[match.position], values: match.values)
        }
        guard !fitting.isEmpty else {
            let near = names.suggestion(for: "\(request.method) \(request.path)")
            return .nowhere(
                nearest: near.flatMap { byLabel[$0] }.map { routes[$0] } ?? neighbor(of: request)
            )
        }
        var offered = fitting.filter { $0.route.method == request.method }
        // The response to HEAD is that to GET without its body (RFC 9110 §9.3.2).
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
            return .otherMethod(allowed: Set(fitting.map(\.route.method)).sorted())
        }
        return .operation(best.route, fields.with(path: best.values))
    }
}
