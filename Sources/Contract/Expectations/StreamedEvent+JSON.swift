package import HTTP
package import JSON

extension StreamedEvent {
    /// The event as queries see it: `event` and `data`, `id` and `retry` where there are such, and
    /// `value`, what the data say, where they are JSON.
    ///
    /// - Parameter maximumSize: How much memory the JSON may take, in bytes; one that takes more is
    ///   left a text.
    /// - Returns: An object.
    package func json(maximumSize: Int = BodyLimits().memory) -> JSONValue {
        var event = JSONObject([
            .init(name: "event", value: .string(name)), .init(name: "data", value: .string(data)),
        ])
        if let id { event["id"] = .string(id) }
        if let retry { event["retry"] = .integer(retry) }
        // Data may be any text; data that are not JSON have no such member.
        event["value"] = try? JSONValue(
            parsing: Array(data.utf8),
            duplicates: .refused,
            maximumSize: maximumSize
        )
        return .object(event)
    }

    /// The event that queries would see as `value`.
    ///
    /// - Parameter value: An object as `json` returns it, with `data` or `value`; anything else is the data.
    package init(seenAs value: JSONValue) {
        guard case .object(let event) = value else {
            self.init(data: value.scalarText)
            return
        }
        self.init(
            name: event["event"]?.scalarText ?? "message",
            data: event["data"]?.scalarText ?? event["value"]?.text ?? "text",
            id: event["id"]?.scalarText,
            retry: event["retry"]?.intValue
        )
    }
}
