import HTTP
import JSON
import Synchronization

extension Defect {
    /// Defects of NCMB and Nifty Cloud that edits of messages cannot express: in signatures, clocks, and stored
    /// data.
    static let ncmb: [Defect] = [
        ncmb(
            "signed-with-another-key",
            "Responses are signed with another key",
            breaks: ["searchInstallations/response-signed"]
        ) { request, service in
            let response = service.handle(request)
            return NCMBWire(service: service)
                .sealed(response, to: request, reversingKey: true, over: response.body)
        },
        ncmb(
            "signed-without-backslash",
            "A response is signed without its first backslash",
            breaks: ["searchInstallations/response-signed-as-sent"]
        ) { request, service in
            let response = service.handle(request)
            var body = response.body
            guard let backslash = body.firstIndex(of: UInt8(ascii: "\\")) else { return response }
            body.remove(at: backslash)
            return NCMBWire(service: service)
                .sealed(response, to: request, reversingKey: false, over: body)
        },
        ncmb(
            "letters-lost",
            "Letters that are not ASCII become question marks",
            breaks: ["getPush/text-in-utf-8"]
        ) { request, service in
            var response = service.handle(request)
            guard !response.body.isEmpty else { return response }
            let letters = response.json.text.unicodeScalars.map { $0.isASCII ? Character($0) : "?" }
            response.body = Array(String(letters).utf8)
            return NCMBWire(service: service).sealed(response, to: request)
        },
        ncmb(
            "clock-window",
            "A time more than an hour from now is refused",
            breaks: [
                "searchInstallations/timestamp-half-a-day-off",
                "searchInstallations/timestamp-days-old",
            ]
        ) { request, service in
            let time = request.headers["X-NCMB-Timestamp"].flatMap(Instant.init(iso:))
            let distance = time.map { abs($0.milliseconds - Instant.now().milliseconds) } ?? 0
            guard distance >= 3_600_000 else { return service.handle(request) }
            var changed = request
            changed.headers.set("X-NCMB-Timestamp", "yesterday")
            return service.handle(changed)
        },
        ncmb(
            "where-any",
            "One of several conditions is enough",
            breaks: ["searchInstallations/where-and"]
        ) { request, service in
            let document = RequestDocument(request, leading: 1, NCMBWire(service: service))
            let changed = document.request { document in
                guard let condition = document["where"]?.objectValue else { return }
                let each = condition.members.map { JSONValue.object(JSONObject([$0])) }
                document["where"] = ["$or": .array(each)]
            }
            return changed.map { document.sealed(service.handle($0)) } ?? service.handle(request)
        },
        ncmb(
            "bound-to-none",
            of: "nifty",
            "A device is bound to no certificate",
            breaks: ["createInstallation/bound-to-certificate"]
        ) { request, service in
            let certificate = service.switches.withLock(\.certificate)
            let isPush = request.method == "POST" && request.path.hasSuffix("/push")
            for application in service.applications where isPush {
                application.data.withLock { data in
                    for var device in Array(data.installations.newestFirst) {
                        device.certificate = certificate
                        // Fails only for the token of another device, and this one keeps its own.
                        try? data.installations.store(device)
                    }
                }
            }
            return service.handle(request)
        },
        Defect(
            notification: "nifty-user-values-together",
            service: "nifty",
            summary: "The user's values are in an object",
            breaks: [
                "createPush/payload-user-values", "createPush/payload-size",
                "createPush/payload-size-before-ios-8",
            ]
        ) { content in
            var values = JSONObject()
            for member in content.members
            where member.name != "aps" && !member.name.hasPrefix("com.nifty.") {
                values[member.name] = member.value
                content[member.name] = nil
            }
            content["values"] = .object(values)
        },
    ]

    private static func ncmb(
        _ name: String,
        of service: String = "ncmb",
        _ summary: String,
        breaks: [String],
        _ alteration: @escaping @Sendable (ServerRequest, NCMBService) -> ServerResponse
    ) -> Defect {
        Defect(name: "\(service)-\(name)", service: service, summary: summary, breaks: breaks) {
            guard let service = $1 as? NCMBService else { return $1.handle($0) }
            return alteration($0, service)
        }
    }
}
