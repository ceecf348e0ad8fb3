import Base
import CommandLineTool
import Contract
import PushSinks
import ReferencePush

extension ServeCommand {
    /// The options by which a reference service delivers as a real one does.
    static let deliveryOptions = OptionGroup(
        "Delivery",
        [
            .value(
                "deliver-to",
                ValueSpecification("PROVIDER=URL", isRepeatable: true),
                help: "Deliver to this push service or sink over HTTP/2: apns or fcm, and the "
                    + "URL of a host; an http URL uses prior knowledge. The provider state "
                    + "\"providers\" does the same."
            ),
            .value(
                "deliver-ca",
                ValueSpecification("FILE", completion: .file),
                help: "Trust the certificates in this PEM file for push services. Default: the "
                    + "system's."
            ),
            .value(
                "delivery-rate",
                ValueSpecification("N/s"),
                help: "Send this number of notifications a second, evenly spaced. Default: as "
                    + "many as the push service accepts."
            ),
            .value(
                "delivery-defect",
                ValueSpecification("NAME"),
                help: "Inject this defect between accepting pushes and delivering them; "
                    + "--list-delivery-defects lists all."
            ),
            .flag("list-delivery-defects", help: "List the defects of delivery, and exit."),
        ]
    )

    /// Prints the names and effects of the delivery defects.
    static func listDeliveryDefects(_ console: Console) {
        let width = DeliveryDefect.allCases.map(\.rawValue.count).max() ?? 0
        for defect in DeliveryDefect.allCases {
            let gap = String(repeating: " ", count: width - defect.rawValue.count)
            console.print("\(defect.rawValue)\(gap)  \(defect.summary)")
        }
    }

    /// The values of these options.
    static func providers(_ arguments: ParsedArguments) throws -> ProviderOptions {
        var options = ProviderOptions()
        options.addresses = try addresses(arguments)
        options.authorities = arguments.string("deliver-ca")
        options.rate = try arguments.value(
            "delivery-rate",
            expected:
                "a rate such as 2000/s, 30/m or 0.5 (notifications a second), from 0.001/s to "
                + "1000000/s"
        ) { text in
            Quantity.rate(text).flatMap { (0.001...1e6).contains($0) ? $0 : nil }
        }
        options.defect = try deliveryDefect(arguments)
        return options
    }

    private static func addresses(_ arguments: ParsedArguments) throws -> ProviderAddresses? {
        let expected =
            "apns=URL or fcm=URL, once each, the URL with http or https, a host and no path, such "
            + "as apns=http://127.0.0.1:8443"
        var urls: [Provider: String] = [:]
        for text in arguments.strings("deliver-to") {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let provider = Provider(rawValue: parts[0]),
                urls.updateValue(parts[1], forKey: provider) == nil,
                ProviderAddresses(urls) != nil
            else { throw arguments.unusable(text, for: "deliver-to", expected: expected) }
        }
        return urls.isEmpty ? nil : ProviderAddresses(urls)
    }

    private static func deliveryDefect(_ arguments: ParsedArguments) throws -> DeliveryDefect? {
        guard let name = arguments.string("delivery-defect") else { return nil }
        if let defect = DeliveryDefect(rawValue: name) { return defect }
        let known = DeliveryDefect.allCases.map(\.rawValue)
        throw arguments.unusable(
            name,
            for: "delivery-defect",
            expected: Words.alternatives(known),
            nearest: NearestName.suggestion(for: name, among: known)
        )
    }
}
