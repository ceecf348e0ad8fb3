package import JSON
import Synchronization

extension NCMBService {
    private static let backedUpPush = "backed-up-push"
    private static let failures: [String: DeliveryFailure] = [
        "device-unregistered": .unregistered, "device-invalid": .invalidToken,
    ]

    /// Every provider state there is.
    package static let stateNames: [String] =
        (NCMBSwitches.Name.allCases.map(\.rawValue) + failures.keys + [backedUpPush]).sorted()

    package func change(
        state: String,
        params: JSONObject,
        action: StateAction
    ) throws(StateChangeError) -> JSONObject {
        if let name = NCMBSwitches.Name(rawValue: state) {
            switches.withLock { $0.change(name, action) }
        } else if let failure = Self.failures[state] {
            guard let token = params["deviceToken"]?.stringValue, !token.isEmpty else {
                throw .invalidParameter(
                    state: state,
                    parameter: "deviceToken",
                    expected: "the token of a device, a string"
                )
            }
            switches.withLock { $0.change(failure, of: token, action) }
        } else if state == Self.backedUpPush {
            return action == .setup ? backedUpPush() : JSONObject()
        } else {
            throw .unknownState(state, known: Self.stateNames)
        }
        return JSONObject()
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
