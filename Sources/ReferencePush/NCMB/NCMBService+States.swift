import JSON
import Synchronization

extension NCMBService {
    static let states =
        ([
            "device-unregistered": .device("deviceToken") { $0.change(.unregistered, of: $1, $2) },
            "device-invalid": .device("deviceToken") { $0.change(.invalidToken, of: $1, $2) },
            Downstream.stateName: .change { $0.delivery.downstream.change },
            ProviderDelivery.stateName: .change { $0.delivery.providers.change },
            "registered-devices": .change(NCMBService.changeDevices),
            "certificate-changed": .change(NCMBService.changeCertificate),
            "history-room": .change(NCMBService.changeRoom),
            "backed-up-push": .variables(NCMBService.backUpPush),
        ] as StateTable<NCMBService>).adding(NCMBSwitches.Name.self) { service, name, action in
            service.switches.withLock { $0.named.change(name, action) }
        }

    func change(_ change: StateChange) throws(StateChangeError) -> JSONObject {
        try Self.states.apply(change, to: self)
    }

    private func change(_ failure: DeliveryFailure, of token: String, _ action: StateAction) {
        switches.withLock { $0.failures.change(failure, of: token, action) }
    }

    private func changeCertificate(_ change: StateChange) {
        switches.withLock { $0.changeCertificate(change.action) }
    }

    /// Limits the number of further pushes.
    private func changeRoom(_ change: StateChange) throws(StateChangeError) {
        let room = try change.count("count", upTo: 10_000)
        applications.first?.data.withLock {
            $0.limitHistory(to: change.action == .setup ? room : nil)
        }
    }

    /// Registers many devices with the same mark, or removes those that have it.
    private func changeDevices(_ change: StateChange) throws(StateChangeError) {
        let count = try change.count("count", upTo: 10_000)
        let mark = change.params["mark"] ?? .null
        let now = options.common.now()
        applications.first?.data.withLock { data in
            switch change.action {
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
    private func backUpPush(_ change: StateChange) -> JSONObject {
        guard change.action == .setup else { return JSONObject() }
        let now = options.common.now()
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
