import CommandLineTool
import Contract
import Replay

/// A server that the command line names with `--target`.
struct TargetOption {
    /// The target of the contracts that it replaces; `nil` for the first of each.
    let name: String?
    /// Scheme, host and port.
    let origin: String
    /// The server's own path, before the contract's base path; empty for none.
    let prefix: String

    /// The URLs of `--target`, or of a similar option, as often as it was given.
    static func list(
        _ arguments: ParsedArguments,
        of option: String = "target"
    ) throws -> [TargetOption] {
        var targets: [TargetOption] = []
        for value in try arguments.namedURLs(option) {
            guard let server = ReplayTarget(name: value.name ?? "", url: value.value) else {
                throw arguments.unusable(
                    value.value,
                    for: option,
                    expected: "a base URL without query, user name and password"
                )
            }
            guard !targets.contains(where: { $0.name == value.name }) else {
                throw arguments.unusable(
                    value.name.map { "\($0)=\(value.value)" } ?? value.value,
                    for: option,
                    expected: value.name.map { "target \"\($0)\" once" }
                        ?? "NAME= before all URLs but one"
                )
            }
            targets.append(
                TargetOption(name: value.name, origin: server.origin, prefix: server.prefix)
            )
        }
        return targets
    }
}
