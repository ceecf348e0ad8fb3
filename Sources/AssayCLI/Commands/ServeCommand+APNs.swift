import CommandLineTool
import Platform
import PushSinks

extension ServeCommand {
    /// The options of the APNs sink alone.
    static let apnsOptions = OptionGroup(
        "APNs",
        [
            .value(
                "environment",
                ValueSpecification("SIDE", default: "sandbox", allowed: ["sandbox", "production"]),
                help: "Which APNs it is."
            ),
            .value(
                "auth-key",
                ValueSpecification("FILE", completion: .file),
                help:
                    "The key by which senders sign their tokens, as Apple hands it out; without it, "
                    + "the one of the contracts. Needs --key-id."
            ),
            .value("key-id", ValueSpecification("ID"), help: "The identifier of that key."),
            .value(
                "team-id",
                ValueSpecification("ID"),
                help: "The team whose key that is; without it, any team may use it."
            ),
            .value(
                "topic",
                ValueSpecification("BUNDLE", isRepeatable: true),
                help: "A bundle identifier that may be sent to; without it, all may."
            ),
            .value(
                "subscribers",
                ValueSpecification("N", default: "0"),
                help: "How many devices are made up that listen to each channel."
            ),
        ]
    )

    /// What those options say.
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
            throw arguments.unusable(path, for: "auth-key", expected: "--key-id beside it")
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
