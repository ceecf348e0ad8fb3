package import Contract
import HTTP
import JSON
import Synchronization

/// One deliberate deviation from the documents, of a reference service or of the client described by contracts.
///
/// A contract that does not detect it has a gap. Defects of services are outside of them: they change requests and
/// responses on their way. Those of the client change the contract.
package struct Defect: Sendable {
    /// Change of one exchange.
    package typealias Alteration = InterceptedService.Interception

    /// Begins with the service's: `ncmb-limit-ignored`.
    package private(set) var name: String
    /// The service that has it: `ncmb`.
    package private(set) var service: String
    /// Description of the fault, for the user.
    package let summary: String
    /// The promises it breaks, by the identifiers of coverage: `createPush/both-times`, `createPush`,
    /// `errors/E404002`; it may break others too.
    package private(set) var breaks: [String]
    private let alteration: Alteration
    /// Changes of the contracts, for a defect of the client that they describe; empty for a defect of the service.
    package let model: [MessageEdit]
    /// Change of notifications' content; `nil` for none.
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

    /// A defect of notifications, in the content for APNs or FCM.
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

    /// A defect of the client that contracts describe; the service behaves as documented.
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

    /// The same defect of a service with the same requests under another name.
    ///
    /// - Parameters:
    ///   - service: Prefix of the name, in place of this service's.
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
