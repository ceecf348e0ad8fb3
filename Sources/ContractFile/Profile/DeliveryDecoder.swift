import Base
import Contract
import HTTP
import LoadModel
import Profile

/// Reads `delivery` of a profile.
struct DeliveryDecoder {
    let context: DecodingContext
    /// Whether the profile has an audience, readable or not.
    let hasAudience: Bool

    private var diagnostics: Diagnostics { context.diagnostics }

    private static let longest: Int64 = 1_800_000_000_000
    private static let usual: Int64 = 30_000_000_000

    /// `nil` after a report.
    func delivery(_ node: YAMLNode) -> LoadProfile.Delivery? {
        guard let reader = KeyReader(node, of: "delivery", DeliveryKeys.self, diagnostics) else {
            return nil
        }
        let sink = reader.required(\.sink).flatMap(self.sink)
        let recipient = reader[\.recipient].map { context.values.value($0) }
        let reach = reader[\.to]
        let within = reader.entry(\.within)
        reader.finish()
        if !hasAudience {
            diagnostics.error(
                "\"delivery\" requires \"audience\"",
                at: node
            )
        }
        let time = within?.value.decoded(as: .someTime, diagnostics) ?? Self.usual
        if time > Self.longest, let within {
            diagnostics.mismatch("at most 30m", at: within.value)
        }
        guard let sink else { return nil }
        return LoadProfile.Delivery(
            sink: sink,
            recipient: recipient ?? Self.wholeRecipient(at: node.location),
            isForEverybody: reach == .everybody,
            within: min(time, Self.longest),
            location: node.location
        )
    }

    private static func wholeRecipient(at location: SourceLocation) -> TemplateValue {
        .text(Template(parts: [.reference(["recipient"])], location: location))
    }

    private func sink(_ node: YAMLNode) -> LoadProfile.Delivery.Sink? {
        guard node.entries != nil else {
            return kind(node).map { .started($0, listen: nil) }
        }
        guard let reader = KeyReader(node, of: "a sink", DeliverySinkKeys.self, diagnostics) else {
            return nil
        }
        let source = reader.exactlyOne(\.source)
        let listen = reader.entry(\.listen)
        let file = reader.entry(\.authKey)
        let id = reader.entry(\.keyID)
        let team = reader.entry(\.teamID)
        let subscribers = reader.entry(\.subscribers)
        let own: [YAMLNode.Entry?] = [file, id, team, subscribers]
        reader.finish()
        guard let source else { return nil }
        if source.key.text == "kind" {
            let address = listen?.value.decoded(as: .string, diagnostics)
            guard let kind = kind(source.value) else { return nil }
            return .started(
                kind,
                listen: address,
                key: key(own, of: kind),
                subscribers: count(subscribers)
            )
        }
        for entry in [listen] + own {
            guard let entry else { continue }
            diagnostics.error(
                "\"\(entry.key.text ?? "")\" is for a sink that is started with the run",
                at: entry.key
            )
        }
        guard let url = source.value.decoded(as: .string, diagnostics) else { return nil }
        guard let parts = URLParts(url), parts.query == nil else {
            diagnostics.mismatch("an http or https URL without a query", at: source.value)
            return nil
        }
        return .running(parts.origin)
    }

    /// How many devices listen to each channel of APNs.
    private func count(_ entry: YAMLNode.Entry?) -> Int {
        let decoder = NodeDecoder<Int>.integer(in: 0...DeliverySinkKeys.mostSubscribers)
        return entry?.value.decoded(as: decoder, diagnostics) ?? 0
    }

    /// By whose key the service signs its tokens; its file, identifier and team, and what else only a
    /// sink of APNs has.
    private func key(_ entries: [YAMLNode.Entry?], of kind: String) -> LoadProfile.Delivery.AuthKey?
    {
        for entry in entries.compactMap(\.self) where kind != "apns" {
            diagnostics.error(
                "\"\(entry.key.text ?? "")\" is for a sink of kind apns",
                at: entry.key
            )
        }
        guard let file = entries[0] else { return nil }
        guard let name = file.value.decoded(as: .string, diagnostics) else { return nil }
        let texts = entries[1...2].map { $0?.value.decoded(as: .string, diagnostics) }
        let known = LoadProfile.Delivery.AuthKey.id(ofFile: name)
        guard let id = texts.first.flatMap(\.self) ?? known else {
            diagnostics.mismatch(
                "a file called AuthKey_ID.p8, as Apple names it, or \"keyId\" in addition",
                at: file.value
            )
            return nil
        }
        let folder = FilePath.folder(of: file.value.location.file)
        return .init(
            path: FilePath.joined(folder, name),
            id: id,
            team: texts.last.flatMap(\.self)
        )
    }

    private func kind(_ node: YAMLNode) -> String? {
        guard let kind = node.stringValue, LoadProfile.Delivery.kinds.contains(kind) else {
            let kinds = LoadProfile.Delivery.kinds.joined(separator: ", ")
            diagnostics.mismatch("one of \(kinds), or an object", at: node)
            return nil
        }
        return kind
    }

    /// Reports sends whose messages could not be recognised.
    func check(_ profile: LoadProfile) {
        guard let delivery = profile.delivery,
            !profile.sends.contains(where: profile.isMarked)
        else { return }
        diagnostics.report(
            Diagnostic(
                "no send contains {{marker}}, so deliveries cannot be distinguished",
                at: delivery.location,
                hint: "insert it at the beginning of a text that the service delivers, such as "
                    + "message: \"{{marker}} hello\""
            )
        )
    }
}
