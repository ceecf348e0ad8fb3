import CommandLineTool
import Contract
import HTTP

/// The server behind a hop, as `--upstream` names it.
struct FaultUpstream: Hashable {
    /// Scheme, host and port, as the user wrote them.
    let origin: String
    let host: String
    let port: UInt16
    let isTLS: Bool

    /// The options for the server and the address of the hop.
    static let options: [OptionSpecification] = [
        .value(
            "upstream",
            ValueSpecification("URL"),
            help: "Forward to this server: http://HOST[:PORT] or https://HOST[:PORT]."
        ),
        .value(
            "listen",
            ValueSpecification("[HOST:]PORT", default: "127.0.0.1:0"),
            help: "Listen on this address; port 0 means any free port."
        ),
    ]

    init(_ arguments: ParsedArguments) throws {
        guard let url = arguments.string("upstream") else {
            throw CommandLineError(.missingOption("--upstream URL"), in: arguments.path)
        }
        guard let parts = URLParts(url), parts.path == "/", parts.query == nil else {
            throw arguments.unusable(
                url,
                for: "upstream",
                expected: "http://HOST[:PORT] or https://HOST[:PORT], without a path"
            )
        }
        self.init(origin: parts.origin)
    }

    /// - Parameter origin: Scheme, host and port, well formed.
    init(origin: String) {
        let request = HTTPRequest(method: "GET", origin: origin, path: "/")
        self.origin = origin
        host = request.hostname
        port = request.port
        isTLS = origin.hasPrefix("https:")
    }

    /// The origin of a hop that listens at `host` and `port`, for clients.
    func origin(at host: String, _ port: UInt16) -> String {
        "http\(isTLS ? "s" : "")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
