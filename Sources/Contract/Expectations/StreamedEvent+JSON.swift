package import HTTP
package import JSON

extension StreamedEvent {
    /// The event as queries see it: `event` and `data`, `id` and `retry` if they exist, and
    /// `value`, the parsed data, if they are JSON.
    ///
    /// - Parameter maximumSize: The maximum memory of the JSON, in bytes; a larger one stays text.
    /// - Returns: An object.
    package func json(maximumSize: Int = BodyLimits().memory) -> JSONValue {
        var event = JSONObject([
            .init(name: "event", value: .string(name)), .init(name: "data", value: .string(data)),
        ])
        if let id { event["id"] = .string(id) }
        if let retry { event["retry"] = .integer(retry) }
        // Data can be any text; data that are not JSON do not get this member.
        event["value"] = try? JSONValue(
            parsing: Array(data.utf8),
            duplicates: .refused,
            maximumSize: maximumSize
        )
        return .object(event)
    }

    /// The event that queries see as `value`.
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
