import JSON

/// What the payload of a notification says to a Live Activity, and what of it a device would not
/// understand.
///
/// APNs takes such a payload all the same: Apple documents rules for it, and no reason of a refusal.
///
/// Source: Apple, "Starting and updating Live Activities with ActivityKit push notifications".
struct LiveActivity {
    /// A rule that a payload breaks; the account counts it under this word.
    enum Fault: String, Hashable, Sendable, CaseIterable {
        /// No JSON object with `aps` in it.
        case malformed = "activity-malformed"
        /// No number of seconds since 1970.
        case timestamp = "activity-timestamp"
        /// None of `start`, `update` and `end`.
        case event = "activity-event"
        /// No object, which only `end` can do without.
        case contentState = "activity-content-state"
        /// A start that has no `alert`.
        case alert = "activity-alert"
        /// A start without `attributes-type`, a text, or `attributes`, an object.
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

    /// What is wrong with a payload, each rule once, in the order of the cases.
    ///
    /// - Parameters:
    ///   - payload: The whole payload.
    ///   - priority: The value of `apns-priority`; `nil` for the default, 10.
    ///   - isBroadcast: Whether it goes to a channel.
    /// - Returns: Nothing for a payload that keeps all rules.
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
