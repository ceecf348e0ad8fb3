package import Contract
import HTTP
import JSON
import Synchronization

/// One deliberate departure from the documents, of a reference service or of the client that contracts
/// describe.
///
/// A contract that does not notice it has a hole. Defects of services stand outside of them: they change
/// requests on their way in and answers on their way out. Those of the client change the contract.
package struct Defect: Sendable {
    /// What happens to one request.
    package typealias Alteration = InterceptedService.Interception

    /// Begins with the service's: `ncmb-limit-ignored`.
    package private(set) var name: String
    /// The service that has it: `ncmb`.
    package private(set) var service: String
    /// What the service does wrong, for a person.
    package let summary: String
    /// The promises it breaks, by the identifiers of coverage: `createPush/both-times`, `createPush`,
    /// `errors/E404002`; it may break others too.
    package private(set) var breaks: [String]
    private let alteration: Alteration
    /// What becomes of the contracts, when the mistake is one of the client that they describe; empty for
    /// mistakes of the service.
    package let model: [MessageEdit]
    /// What happens to the content of notifications; `nil` for nothing.
    private let notifications: (@Sendable (inout JSONObject) -> Void)?

    package init(
        name: String,
        service: String,
        summary: String,
        breaks: [String] = [],
        alteration: @escaping Alteration
    ) {
        self.name = name
        self.service = service
        self.summary = summary
        self.breaks = breaks
        self.alteration = alteration
        model = []
        notifications = nil
    }

    /// A defect of what devices get, in the content for APNs or FCM.
    init(
        notification name: String,
        service: String,
        summary: String,
        breaks: [String] = [],
        change: @escaping @Sendable (inout JSONObject) -> Void
    ) {
        self.name = name
        self.service = service
        self.summary = summary
        self.breaks = breaks
        alteration = { request, service in service.handle(request) }
        model = []
        notifications = change
    }

    /// A mistake of the client that contracts describe; the service answers as documented.
    init(
        model: [MessageEdit],
        name: String,
        service: String,
        summary: String,
        breaks: [String]
    ) {
        self.name = name
        self.service = service
        self.summary = summary
        self.breaks = breaks
        self.model = model
        alteration = { request, service in service.handle(request) }
        notifications = nil
    }

    /// The same mistake of a service that answers the same requests under another name.
    ///
    /// - Parameters:
    ///   - service: What the name begins with in place of this service's.
    ///   - breaks: The promises that it breaks there.
    /// - Returns: The defect of the other service.
    func of(_ service: String, breaks: [String]) -> Defect {
        var copy = self
        copy.name = service + name.dropFirst(self.service.count)
        copy.service = service
        copy.breaks = breaks
        return copy
    }

    /// The service with the defect, at any of its hosts; another service as it is.
    package func put(into service: any ReferenceService) -> any ReferenceService {
        guard service.name.prefix(while: { $0 != "." }) == self.service else { return service }
        if let notifications { service.alteration?.set(notifications) }
        return InterceptedService(service, alteration)
    }
}

extension ReferenceService {
    /// Where the notifications of the service can be changed.
    fileprivate var alteration: NotificationAlteration? {
        switch self {
        case let service as NCMBService: service.downstream.alteration
        case let face as NHNFace: face.service.downstream.alteration
        case let service as CorePushService: service.apps.withLock(\.alteration)
        default: nil
        }
    }
}

extension Defect {
    /// Defects that no edit of a message makes.
    package static let written: [Defect] =
        Defect.ncmb + Defect.nhnPush + Defect.corePush
}
