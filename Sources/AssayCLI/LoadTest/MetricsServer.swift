import CommandLineTool
import Contract
import HTTP
import HTTPServer
import Reports
import RunReports
import Synchronization

/// Serves the metrics of a run while it lasts.
final class MetricsServer: Sendable {
    private let daemon: HTTPDaemon
    private let current: Metrics

    /// Writes the metrics in a format; called only on request.
    typealias Figures = @Sendable (PrometheusText.Format) -> String

    /// The response.
    private final class Metrics: Sendable {
        private let figures = Mutex<Figures> { format in
            switch format {
            case .prometheus: "# The first metrics come a second after the start.\n"
            case .openMetrics: "# EOF\n"
            }
        }

        var value: Figures {
            get { figures.withLock { $0 } }
            set { figures.withLock { $0 = newValue } }
        }
    }

    /// Starts to respond at `address`.
    ///
    /// - Throws: A `ServerError` when the address cannot be bound.
    init(at address: ListenAddress) throws {
        let current = Metrics()
        let endpoint = EndpointGuard(host: address.host)
        self.current = current
        daemon = try HTTPDaemon(
            host: address.host,
            port: Int(address.port),
            limits: ServerLimits(requestLineBytes: 2_048, bodyBytes: 4_096),
            options: .small(connections: 16, drainTimeout: .seconds(1))
        ) { Self.answer($0, current.value, endpoint) }
    }

    /// The address of the metrics: `http://127.0.0.1:9100/metrics`.
    var url: String { daemon.origin + Self.path }

    /// Serves these metrics from now on.
    func show(_ figures: @escaping Figures) { current.value = figures }

    func stop() { daemon.stop() }

    private static let path = "/metrics"

    private static func answer(
        _ request: ServerRequest,
        _ figures: Figures,
        _ endpoint: EndpointGuard
    ) -> ServerResponse {
        if request.problem != nil { return response(400, "The request is too large.\n") }
        if let refusal = endpoint.refusal(of: request) {
            return response(refusal.status, "Rejected: \(refusal.reason).\n")
        }
        guard request.path == path else {
            return response(404, "\(request.path) does not exist; the metrics are at \(path).\n")
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            return response(405, "Expected GET, got \(request.method).\n")
        }
        let format = asksForOpenMetrics(request) ? PrometheusText.Format.openMetrics : .prometheus
        return response(200, figures(format), format)
    }

    /// Whether `Accept` names OpenMetrics, as that of Prometheus does.
    private static func asksForOpenMetrics(_ request: ServerRequest) -> Bool {
        request.headers[all: "Accept"].contains { value in
            value.split(separator: ",").contains { range in
                let words = range.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
                return words.first == "application/openmetrics-text"
                    && !words.dropFirst().contains { ["q=0", "q=0.0"].contains($0) }
            }
        }
    }

    private static func response(
        _ status: Int,
        _ text: String,
        _ format: PrometheusText.Format = .prometheus
    ) -> ServerResponse {
        ServerResponse(
            status: status,
            headers: HTTPFields([.init(name: "Content-Type", value: format.mediaType)]),
            body: Array(text.utf8)
        )
    }
}
