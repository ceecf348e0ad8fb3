import CommandLineTool
import ContractFile
import HTTP

/// The generators that perform a run, and how they are reached.
struct GeneratorFleetOption: Hashable {
    let count: Int
    /// Whether this command starts them on this machine.
    let isLocal: Bool
    /// The host of the Locust master.
    let host: String
    /// Zero is any free one.
    let port: UInt16
    /// The Locust program; `nil` searches for it.
    let locust: String?
    /// Whether Locust started this command and communicates over standard input.
    let isStarted: Bool
    /// How long to wait for generators.
    let patience: Duration

    static let group = OptionGroup(
        "Distributed load",
        [
            .value(
                "generators",
                ValueSpecification("COUNT|local:COUNT"),
                help:
                    "Coordinate this number of generators: those started with \"assay "
                    + "generator\" on other machines, or with local:COUNT on this one. Locust "
                    + "carries the messages."
            ),
            .value(
                "master-bind",
                ValueSpecification("[HOST:]PORT"),
                help:
                    "Let generators connect to the Locust master at this address. Default: port "
                    + "5557 of this machine only. The bus of Locust has no passwords: use it in "
                    + "private networks only."
            ),
            .value(
                "locust",
                ValueSpecification("FILE", completion: .file),
                help: "Start this Locust program. Default: the one from \"make generators\", or "
                    + "one in PATH."
            ),
            .value(
                "generators-wait",
                ValueSpecification("DURATION", default: "10m"),
                help: "Wait at most this long for generators."
            ),
            .flag(
                "bus",
                isHidden: true,
                help: "Talk to Locust, which has started this command, over standard input."
            ),
        ]
    )

    private static var workingFolder: String { (try? DiskFiles().resolved(".")) ?? "" }

    /// `nil` when this process performs the run alone.
    init?(_ arguments: ParsedArguments) throws {
        guard let text = arguments.string("generators") else {
            for name in ["master-bind", "locust"] where arguments.string(name) != nil {
                throw arguments.dependent(name, on: "--generators")
            }
            return nil
        }
        isLocal = text.hasPrefix("local:")
        let digits = isLocal ? String(text.dropFirst("local:".count)) : text
        guard digits.allSatisfy(\.isNumber), let count = Int(digits), (1...1_000).contains(count)
        else {
            throw arguments.unusable(
                text,
                for: "generators",
                expected:
                    "a number such as 4, or local:2 for two on this machine; at most 1000"
            )
        }
        self.count = count
        let address = try arguments.listenAddress("master-bind")
        host = address?.host ?? "127.0.0.1"
        port = address?.port ?? (isLocal ? 0 : 5557)
        // Locust is started in a folder of its own; a name without a folder is searched in PATH.
        locust = arguments.string("locust").map {
            $0.contains("/") ? FilePath.joined(Self.workingFolder, $0) : $0
        }
        isStarted = arguments.flag("bus")
        patience = try arguments.duration("generators-wait") ?? .seconds(600)
    }
}
