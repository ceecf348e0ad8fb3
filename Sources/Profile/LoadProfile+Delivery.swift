package import Contract

extension LoadProfile {
    /// How what a service sends on is watched: by a sink that stands in for the provider behind it.
    package struct Delivery: Sendable {
        /// Where the sink is.
        package enum Sink: Hashable, Sendable {
            /// Started with the run: of which kind, at `HOST:PORT`, or `nil` for any free port, and whose
            /// tokens it takes; `nil` takes those of the built-in key. How many devices are made up that
            /// listen to each channel of APNs.
            case started(String, listen: String?, key: AuthKey? = nil, subscribers: Int = 0)
            /// One that runs, by its URL.
            case running(String)
        }

        /// The key by which a service signs what it shows APNs.
        package struct AuthKey: Hashable, Sendable {
            /// Of the file, which only the sink reads.
            package let path: String
            package let id: String
            /// `nil` for any team.
            package let team: String?

            package init(path: String, id: String, team: String? = nil) {
                (self.path, self.id, self.team) = (path, id, team)
            }

            /// What Apple calls the file of a key: `AuthKey_ABC123DEFG.p8`; `nil` for another name.
            package static func id(ofFile path: String) -> String? {
                let name = path.split(separator: "/").last ?? ""
                guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
                let id = name.dropFirst("AuthKey_".count).dropLast(".p8".count)
                return id.isEmpty ? nil : String(id)
            }
        }

        package var sink: Sink
        /// What the sink sees of a recipient.
        package let recipient: TemplateValue
        /// Whether each message is for the whole audience, and not for those that its request names.
        package let isForEverybody: Bool
        /// How long a delivery may take from the moment its message was due, in nanoseconds.
        package let within: Int64
        package let location: SourceLocation

        package init(
            sink: Sink,
            recipient: TemplateValue,
            isForEverybody: Bool = false,
            within: Int64,
            location: SourceLocation
        ) {
            self.sink = sink
            self.recipient = recipient
            self.isForEverybody = isForEverybody
            self.within = within
            self.location = location
        }

        /// The name under which templates of a send find what its message is known by.
        package static let markerName = "marker"
        /// The kinds of sinks that a run can start.
        package static let kinds = ["apns", "fcm", "web-push"]
    }

    /// Whether the message of a send can be known again behind the service.
    package func isMarked(_ send: Send) -> Bool { !markedTemplates(of: send).isEmpty }

    /// The templates that put the marker into a send.
    private func markedTemplates(of send: Send) -> [Template] {
        guard delivery != nil else { return [] }
        let own = send.request.template.document.templates
        let all = own + (send.namesRecipients ? audience?.recipient.templates ?? [] : [])
        return all.filter { $0.names.contains(Delivery.markerName) }
    }

    /// What follows the marker in all messages as far as that is one text, and whether that is all.
    package var markedText: (text: String, isWhole: Bool) {
        let texts = sends.flatMap(markedTemplates).map(Self.textBehindMarker)
        guard let first = texts.first, texts.allSatisfy({ $0 == first }) else { return ("", false) }
        return (first.text, first.isWhole)
    }

    private struct MarkedText: Equatable {
        let text: String
        let isWhole: Bool
    }

    private static func textBehindMarker(_ template: Template) -> MarkedText {
        let rest = template.parts.drop { $0 != .reference([Delivery.markerName]) }.dropFirst()
        guard case .literal(let text)? = rest.first else {
            return MarkedText(text: "", isWhole: rest.isEmpty)
        }
        return MarkedText(text: text, isWhole: rest.count == 1)
    }
}
