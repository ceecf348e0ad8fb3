import JSON

/// Checks a notification's payload for a Live Activity by the rules for devices.
///
/// APNs accepts invalid payloads: Apple documents rules for them, but no reason for a refusal.
///
/// Source: Apple, "Starting and updating Live Activities with ActivityKit push notifications".
struct LiveActivity {
    /// A rule; the account counts violations under its name.
    enum Fault: String, Hashable, Sendable, CaseIterable {
        /// No JSON object with `aps` in it.
        case malformed = "activity-malformed"
        /// No number of seconds since 1970.
        case timestamp = "activity-timestamp"
        /// Must be `start`, `update` or `end`.
        case event = "activity-event"
        /// Must be an object, optional for `end` only.
        case contentState = "activity-content-state"
        /// Required for a start.
        case alert = "activity-alert"
        /// A start requires `attributes-type`, a text, and `attributes`, an object.
        case attributes = "activity-attributes"
        /// A broadcast that starts an activity.
        case start = "activity-start-by-broadcast"
        case staleDate = "activity-stale-date"
        case dismissalDate = "activity-dismissal-date"
        case relevanceScore = "activity-relevance-score"
        /// Another priority than 5 and 10.
        case priority = "activity-priority"
    }

    private let aps: JSONObject
    private let isBroadcast: Bool

    /// Violated rules of a payload, in the order of the cases.
    ///
    /// - Parameters:
    ///   - payload: The complete payload.
    ///   - priority: The value of `apns-priority`; `nil` for the default, 10.
    ///   - isBroadcast: Whether it goes to a channel.
    /// - Returns: Empty for a valid payload.
    static func faults(
        in payload: [UInt8],
        priority: ArraySlice<UInt8>?,
        isBroadcast: Bool
    ) -> [Fault] {
        let isRare = priority.map { !$0.elementsEqual("5".utf8) && !$0.elementsEqual("10".utf8) }
        let ofPriority: [Fault] = isRare ?? false ? [.priority] : []
        guard let aps = (try? JSONValue(parsing: payload))?["aps"]?.objectValue else {
            return [.malformed] + ofPriority
        }
        return LiveActivity(aps: aps, isBroadcast: isBroadcast).faults + ofPriority
    }

    private var faults: [Fault] {
        let event = aps["event"]?.stringValue
        var faults: [Fault] = []
        func expect(_ isRight: Bool, _ fault: Fault) { if !isRight { faults.append(fault) } }
        expect(isNumber("timestamp"), .timestamp)
        expect(["start", "update", "end"].contains(event), .event)
        let hasState = aps["content-state"]?.objectValue != nil
        expect(hasState || event == "end" && aps["content-state"] == nil, .contentState)
        if event == "start" {
            expect(aps["alert"] != nil, .alert)
            let isTyped = aps["attributes-type"]?.stringValue != nil
            expect(isTyped && aps["attributes"]?.objectValue != nil, .attributes)
            expect(!isBroadcast, .start)
        }
        for (name, fault) in [
            ("stale-date", Fault.staleDate), ("dismissal-date", .dismissalDate),
            ("relevance-score", .relevanceScore),
        ] {
            expect(aps[name] == nil || isNumber(name), fault)
        }
        return faults
    }

    private func isNumber(_ name: String) -> Bool {
        if case .number = aps[name] { true } else { false }
    }
}
