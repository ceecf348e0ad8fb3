import CommandLineTool
import Platform
import PushSinks

extension ServeCommand {
    /// Options only for the APNs sink.
    static let apnsOptions = OptionGroup(
        "APNs",
        [
            .value(
                "environment",
                ValueSpecification("SIDE", default: "sandbox", allowed: ["sandbox", "production"]),
                help: "Act as this APNs environment."
            ),
            .value(
                "auth-key",
                ValueSpecification("FILE", completion: .file),
                help:
                    "Accept provider tokens signed with the key in this file, as issued by Apple. "
                    + "Default: the key in the contracts. Requires --key-id."
            ),
            .value("key-id", ValueSpecification("ID"), help: "Set the key ID of --auth-key."),
            .value(
                "team-id",
                ValueSpecification("ID"),
                help: "Accept the key for this team only. Default: any team."
            ),
            .value(
                "topic",
                ValueSpecification("BUNDLE", isRepeatable: true),
                help: "Accept this bundle identifier as a topic. Default: all."
            ),
        ] + SinkKnobs.options(of: "apns")
    )

    /// The values of these options.
    ///
    /// - Throws: A `CommandLineError`, or a `SinkObstacle`.
    static func apns(_ arguments: ParsedArguments) throws -> APNsOptions {
        var options = APNsOptions()
        if let key = try key(arguments) { options = APNsOptions(key: key) }
        options.topics = arguments.strings("topic")
        let environment = arguments.string("environment") ?? ""
        options.environment = APNsOptions.Environment(rawValue: environment) ?? .sandbox
        return options
    }

    private static func key(_ arguments: ParsedArguments) throws -> APNsKey? {
        guard let path = arguments.string("auth-key") else { return nil }
        guard let id = arguments.string("key-id") else {
            throw arguments.dependent("auth-key", on: "--key-id ID")
        }
        do {
            let bytes = try FileContent.bytes(of: path, atMost: 65_536)
            let pem = String(decoding: bytes, as: UTF8.self)
            return try APNsKey(id: id, team: arguments.string("team-id"), pem: pem)
        } catch {
            throw SinkObstacle(file: path, reason: "\(error)")
        }
    }
}
