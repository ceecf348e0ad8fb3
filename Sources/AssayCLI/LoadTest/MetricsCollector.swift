import Contract
import HTTP
import JSON
import Reports
import RunReports
import Transport

/// A collector of OpenTelemetry that takes metrics as JSON over HTTP.
struct MetricsCollector {
    /// Scheme, host and port.
    private let origin: String
    private let path: String

    /// - Parameter url: http or https; without a path, that of the protocol is taken.
    init?(_ url: String) {
        guard let parts = URLParts(url), parts.query == nil else { return nil }
        origin = parts.origin
        path = parts.path == "/" ? "/v1/metrics" : parts.path
    }

    var url: String { origin + path }

    /// Sends a body.
    ///
    /// - Returns: Why it was not taken as a whole; `nil` when it was.
    func send(_ body: String) async -> String? {
        var options = TransportOptions()
        options.connectTimeout = .seconds(5)
        options.maxTime = .seconds(10)
        let type = OTLPMetrics.mediaType
        let request = HTTPRequest(
            method: "POST",
            origin: origin,
            path: path,
            headers: HTTPFields([.init(name: "Content-Type", value: type)]),
            body: Array(body.utf8)
        )
        let transport: CurlTransport
        do {
            transport = try CurlTransport(options: options)
        } catch {
            return "\(error)"
        }
        switch await transport.exchange(request) {
        case .failure(let failure): return failure.description
        case .success(let response) where (200..<300).contains(response.status):
            return Self.rejection(response.body)
        case .success(let response):
            return "expected a status from 200 to 299, got \(response.status)"
        }
    }

    /// What a collector that took a part only says about the rest.
    ///
    /// Source: OpenTelemetry Protocol, "Partial Success"; an answer that is no JSON object says nothing.
    static func rejection(_ body: [UInt8]) -> String? {
        guard case .object(let answer)? = try? JSONValue(parsing: body),
            case .object(let partial)? = answer["partialSuccess"],
            let count = partial["rejectedDataPoints"]?.scalarText, count != "0"
        else { return nil }
        let message = partial["errorMessage"]?.stringValue ?? ""
        let reason = message.isEmpty ? "" : ": \(message)"
        return "it rejected \(count) data points\(reason)"
    }
}
