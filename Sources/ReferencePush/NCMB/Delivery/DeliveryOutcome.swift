import JSON

/// Result of a delivery.
struct DeliveryOutcome: Sendable {
    let status: PushStatus
    /// Null when every device took the push.
    let error: JSONValue
    /// The installations that are removed as a result.
    let unregistered: [ObjectID]

    init(
        _ batch: DeliveryBatch,
        failures: [Int: DeliveryFailure],
        generation: NCMBGeneration
    ) {
        var counts: [DeviceType: Counts] = [:]
        var unregistered: [ObjectID] = []
        for (position, recipient) in batch.recipients.enumerated() {
            let failure = failures[position]
            counts[recipient.deviceType, default: Counts()].add(failure)
            if failure == .unregistered { unregistered.append(recipient.id) }
        }
        self.unregistered = unregistered
        let failed = counts.values.reduce(0) { $0 + $1.failed }
        guard failed > 0 else {
            status = .delivered
            error = .null
            return
        }
        // The older service has no status for a partly delivered push.
        let isPartial = failed < batch.recipients.count && generation == .nifcloud
        status = isPartial ? .partlyFailed : .failed
        error = Self.details(counts, generation)
    }

    /// Results of the devices of one system.
    private struct Counts {
        var total = 0
        var failures: [DeliveryFailure: Int] = [:]

        var failed: Int { failures.values.reduce(0, +) }

        mutating func add(_ failure: DeliveryFailure?) {
            total += 1
            if let failure { failures[failure, default: 0] += 1 }
        }
    }

    private static func details(
        _ counts: [DeviceType: Counts],
        _ generation: NCMBGeneration
    ) -> JSONValue {
        var object = JSONObject()
        object["description"] = ["status": "complete"]
        for (type, section) in sections(generation) {
            guard let counted = counts[type] else { continue }
            var members = JSONObject()
            members["total"] = .integer(counted.total)
            for failure in DeliveryFailure.allCases {
                guard let number = counted.failures[failure] else { continue }
                members[name(failure, type, generation)] = .integer(number)
                if failure == .unregistered { members["removeToken"] = .integer(number) }
            }
            members["complete"] = .integer(counted.total - counted.failed)
            object[section] = .object(members)
        }
        return .object(object)
    }

    /// The newer service repeats the section about Android under another name.
    private static func sections(_ generation: NCMBGeneration) -> [(DeviceType, String)] {
        switch generation {
        case .nifty: [(.ios, "ios"), (.android, "android")]
        case .nifcloud: [(.ios, "ios"), (.android, "android"), (.android, "fcm")]
        }
    }

    private static func name(
        _ failure: DeliveryFailure,
        _ type: DeviceType,
        _ generation: NCMBGeneration
    ) -> String {
        switch (failure, type, generation) {
        case (.invalidToken, .ios, .nifcloud): "badDeviceToken"
        case (.invalidToken, _, _): "invalidToken"
        case (.unregistered, .android, .nifcloud): "registrationTokenNotRegistered"
        case (.unregistered, .android, .nifty): "notRegistered"
        case (.unregistered, .ios, _): "unregistered"
        case (.unknown, _, _): "unknown"
        }
    }
}
