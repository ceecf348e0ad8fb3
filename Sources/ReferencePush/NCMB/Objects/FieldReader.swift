import JSON

/// Reads fields of a body by their kind; null is as good as no field.
struct FieldReader {
    let object: JSONObject

    func value(_ name: String) -> JSONValue? {
        guard let value = object[name], value != .null else { return nil }
        return value
    }

    func text(_ name: String) throws(NCMBError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.stringValue else { throw .type(name) }
        return text
    }

    func flag(_ name: String) throws(NCMBError) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let flag = value.boolValue else { throw .type(name) }
        return flag
    }

    func integer(_ name: String) throws(NCMBError) -> Int? {
        guard let value = value(name) else { return nil }
        guard let number = value.intValue else { throw .type(name) }
        return number
    }

    func members(_ name: String) throws(NCMBError) -> JSONObject? {
        guard let value = value(name) else { return nil }
        guard let members = value.objectValue else { throw .type(name) }
        return members
    }

    /// A Date object.
    ///
    /// A plain text is refused with the error observed on the service: that of invalid JSON.
    func date(_ name: String) throws(NCMBError) -> Instant? {
        guard let value = value(name) else { return nil }
        guard value.stringValue == nil else { throw .jsonFormat }
        guard value["__type"]?.stringValue == "Date", let iso = value["iso"]?.stringValue else {
            throw .type(name)
        }
        guard let instant = Instant(iso: iso) else { throw .format(name) }
        return instant
    }
}
