import JSON
import Synchronization

extension NCMBService {
    private static let backedUpPush = "backed-up-push"
    private static let registeredDevices = "registered-devices"
    private static let historyRoom = "history-room"
    private static let certificateChanged = "certificate-changed"
    private static let failures: [String: DeliveryFailure] = [
        "device-unregistered": .unregistered, "device-invalid": .invalidToken,
    ]

    /// Every provider state there is.
    static let stateNames: [String] =
        (NCMBSwitches.Name.allCases.map(\.rawValue) + failures.keys
        + [
            backedUpPush, registeredDevices, historyRoom, certificateChanged, Downstream.stateName,
            ProviderDelivery.stateName,
        ]).sorted()

    func change(
        state: String,
        params: JSONObject,
        action: StateAction
    ) throws(StateChangeError) -> JSONObject {
        let parameters = StateParameters(state: state, params: params)
        if let name = NCMBSwitches.Name(rawValue: state) {
            switches.withLock { $0.named.change(name, action) }
        } else if let failure = Self.failures[state] {
            let token = try parameters.token("deviceToken")
            switches.withLock { $0.failures.change(failure, of: token, action) }
        } else if state == Downstream.stateName {
            try downstream.change(params, action)
        } else if state == ProviderDelivery.stateName {
            try providers.change(params, action)
        } else if state == Self.registeredDevices {
            try changeDevices(parameters, action)
        } else if state == Self.certificateChanged {
            switches.withLock { $0.changeCertificate(action) }
        } else if state == Self.historyRoom {
            let room = try parameters.count("count", upTo: 10_000)
            applications.first?.data.withLock {
                $0.limitHistory(to: action == .setup ? room : nil)
            }
        } else if state == Self.backedUpPush {
            return action == .setup ? backedUpPush() : JSONObject()
        } else {
            throw .unknownState(state, known: Self.stateNames)
        }
        return JSONObject()
    }

    /// Registers many devices with the same mark, or removes those that have it.
    private func changeDevices(
        _ parameters: StateParameters,
        _ action: StateAction
    ) throws(StateChangeError) {
        let count = try parameters.count("count", upTo: 10_000)
        let mark = parameters.params["mark"] ?? .null
        let now = options.now()
        applications.first?.data.withLock { data in
            switch action {
            case .setup:
                for _ in 0..<count { data.register(mark: mark, at: now) }
            case .teardown:
                for device in data.installations.newestFirst where device.json["mark"] == mark {
                    data.installations.remove(device.id)
                }
            }
        }
    }

    /// Makes a push that was delivered and then moved to the backup.
    private func backedUpPush() -> JSONObject {
        let now = options.now()
        let id = applications.first?.data.withLock { data in
            let id = data.pushes.newID(using: &data.random)
            data.backup.add(deliveryTime: now)
            return id
        }
        guard let id else { return JSONObject() }
        return JSONObject([.init(name: "pushId", value: .string(id.text))])
    }
}

extension NCMBData {
    fileprivate mutating func register(mark: JSONValue, at date: Instant) {
        let id = installations.newID(using: &random)
        let body = JSONObject([
            .init(name: "deviceToken", value: .string(id.text + id.text)),
            .init(name: "deviceType", value: "ios"), .init(name: "mark", value: mark),
        ])
        do throws(NCMBError) {
            let draft = try InstallationDraft(body)
            try installations.store(
                try draft.installation(id: id, createDate: date, updateDate: date)
            )
        } catch {
            preconditionFailure("a device of a state was refused: \(error.message)")
        }
    }
}

/// Conditions set by provider states.
struct NCMBSwitches: Sendable {
    /// A state without parameters.
    enum Name: String, Hashable, Sendable, CaseIterable {
        case pushPermissionOff = "push-permission-off"
        case installationSearchForbidden = "installation-search-forbidden"
        case installationCreateForbidden = "installation-create-forbidden"
        case quotaUsedUp = "quota-used-up"
        case wrongResponseSignature = "wrong-response-signature"
        case payloadLimitOn = "payload-limit-on"
        case noIOSCertificate = "no-ios-certificate"
        case iosCertificateExpired = "ios-certificate-expired"
        case noAndroidConfiguration = "no-android-configuration"
        case tooManyConnections = "too-many-connections"
        case systemError = "system-error"
        case maintenance
    }

    var named = CountedStates<Name>()
    /// Failures of the push services for single devices.
    var failures = DeviceStates<DeliveryFailure>()

    /// Numbers of the iOS certificates set one after the other; empty for the first one.
    private var certificates = StackedState<Int>()
    private var lastCertificate = 0

    subscript(_ name: Name) -> Bool { named[name] }

    /// The iOS certificate that is set, by its number.
    var certificate: Int { certificates.latest ?? 0 }

    /// Sets another iOS certificate, or restores the one before.
    mutating func changeCertificate(_ action: StateAction) {
        if action == .setup { lastCertificate += 1 }
        let number = action == .setup ? lastCertificate : certificate
        certificates.change(number, action)
    }
}
