import Base
import JSON

extension StepVerdict {
    /// The breach or the limit; `null` for a passed step.
    ///
    /// - Parameter thresholds: In words, in the order of the profile.
    /// - Returns: Its kind, its subject, and the full text.
    func causeJSON(thresholds: [String]) -> JSONValue {
        guard let kind, let reason = reason(thresholds: thresholds) else { return .null }
        var object = JSONObject()
        object["kind"] = .string(kind.rawValue)
        switch self {
        case .breached(.threshold(let index)), .limited(.unjudged(let index)):
            object["threshold"] = .integer(index)
        case .breached(.noConnection(let detail)): object["detail"] = .string(detail)
        case .limited(.local(let trouble)): object["local"] = .string(trouble.rawValue)
        default: break
        }
        object["reason"] = .string(reason)
        return .object(object)
    }

    /// Reads the cause from a member; `nil` without one.
    init?(_ node: ResultNode, _ name: String, thresholds count: Int) throws(RunResultError) {
        guard let cause = try node.optional(name) else { return nil }
        self = try StepVerdict(cause: cause, thresholdCount: count)
    }

    private init(cause node: ResultNode, thresholdCount: Int) throws(RunResultError) {
        func threshold() throws(RunResultError) -> Int {
            let index = try node["threshold"]
            return Int(try index.integer(in: 0...Int64(max(thresholdCount - 1, 0))))
        }
        _ = try node["reason"].text
        self =
            switch try node["kind"].word(Kind.self) {
            case .threshold: .breached(.threshold(try threshold()))
            case .backlog: .breached(.backlog)
            case .growing: .breached(.growing)
            case .noConnection: .breached(.noConnection(try node["detail"].text))
            case .recovery: .breached(.recovery)
            case .generator: .limited(.generator)
            case .late: .limited(.late)
            case .short: .limited(.short)
            case .connections: .limited(.connections)
            case .local: .limited(.local(try node["local"].word(LocalTrouble.self)))
            case .unjudged: .limited(.unjudged(threshold: try threshold()))
            }
    }

    /// Causes in files.
    private enum Kind: String, CaseIterable {
        case threshold, backlog, growing, noConnection, recovery, generator, late, short
        case connections, local, unjudged
    }

    private var kind: Kind? {
        switch self {
        case .passed: nil
        case .breached(.threshold): .threshold
        case .breached(.backlog): .backlog
        case .breached(.growing): .growing
        case .breached(.noConnection): .noConnection
        case .breached(.recovery): .recovery
        case .limited(.generator): .generator
        case .limited(.late): .late
        case .limited(.short): .short
        case .limited(.connections): .connections
        case .limited(.local): .local
        case .limited(.unjudged): .unjudged
        }
    }
}
