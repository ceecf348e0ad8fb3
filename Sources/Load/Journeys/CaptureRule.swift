import Contract
import HTTP
import JSON
import JSONPaths

/// Values that later steps of a journey capture from the response to a request.
package struct CaptureRule: Sendable {
    let captures: [Capture]
    let evaluator: Evaluator
    /// Members of the body to capture, one for each capture; `nil` when other parts are captured, or the body must
    /// be parsed.
    let members: [[String]]?
    /// Whether header fields are captured.
    let readsHead: Bool

    /// - Parameters:
    ///   - captures: Checked by the loader; at least one.
    ///   - evaluator: Defines the names that their queries use.
    /// - Throws: A `TemplateError` for a capture of something that the engine does not keep.
    init(_ captures: [Capture], using evaluator: Evaluator) throws(TemplateError) {
        self.captures = captures
        self.evaluator = evaluator
        var members: [[String]] = []
        var readsHead = false
        for capture in captures {
            var evaluator = evaluator
            let query = try capture.query.query(using: &evaluator)
            switch query {
            case .header, .cookie: readsHead = true
            case .jsonpath(let path):
                if capture.filters.isEmpty, let names = path.memberNames { members.append(names) }
            case _ where query.isKnownUnderLoad: break
            default:
                throw TemplateError(
                    "\(capture.name) is taken from \(query), and under load only status, header "
                        + "fields and body are kept",
                    at: capture.location
                )
            }
        }
        let isPlain = members.count == captures.count && members.count <= MemberScanner.mostPaths
        self.members = isPlain ? members : nil
        self.readsHead = readsHead
    }

    /// Why a value cannot be used.
    enum Fault {
        /// It is not there, or no text, number or boolean.
        case missing(String)
        /// The value is too long, or would end a line.
        case unusable(String)

        /// As part of an outcome: `201 without id`.
        var text: String {
            switch self {
            case .missing(let name): "without \(name)"
            case .unusable(let name): "with unusable \(name)"
            }
        }
    }

    /// Captures the values where they lie, without parsing the rest.
    ///
    /// - Parameters:
    ///   - scanner: Searches for `members`.
    ///   - reader: Holds the response.
    ///   - values: Receives the values.
    /// - Returns: The failure; `nil` when all values were found.
    func take(
        with scanner: inout MemberScanner,
        from reader: borrowing ResponseReader,
        into values: inout CapturedValues
    ) -> Fault? {
        let (body, status) = (reader.content, reader.status)
        return body.withUnsafeBytes { bytes in
            // The scanner gives up on unusual text; the parser then reports what is wrong.
            guard scanner.scan(bytes) else {
                return take(from: HTTPResponse(status: status, body: body), into: &values)
            }
            for (index, capture) in captures.enumerated() {
                guard let range = scanner.found[index], let first = bytes[range].first else {
                    return .missing(capture.name)
                }
                let value = UnsafeRawBufferPointer(rebasing: bytes[range])
                switch first {
                case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "n"):
                    return .missing(capture.name)
                case UInt8(ascii: "\"") where value.contains(UInt8(ascii: "\\")):
                    guard let text = try? JSONValue(parsing: Array(value)).stringValue else {
                        return .missing(capture.name)
                    }
                    if let fault = keep(text.utf8, isText: true, of: capture, in: &values) {
                        return fault
                    }
                case UInt8(ascii: "\""):
                    let text = value.dropFirst().dropLast()
                    if let fault = keep(text, isText: true, of: capture, in: &values) {
                        return fault
                    }
                default:
                    if let fault = keep(value, isText: false, of: capture, in: &values) {
                        return fault
                    }
                }
            }
            return nil
        }
    }

    /// Captures the values from the parsed response.
    func take(
        from reader: borrowing ResponseReader,
        into values: inout CapturedValues
    ) -> Fault? {
        guard readsHead else {
            let response = HTTPResponse(status: reader.status, body: reader.content)
            return take(from: response, into: &values)
        }
        let response = try? HTTPResponse(
            head: reader.head,
            body: reader.body,
            method: "GET",
            serviceTime: 0
        )
        guard let response else { return captures.first.map { .missing($0.name) } }
        return take(from: response, into: &values)
    }

    private func take(
        from response: HTTPResponse,
        into values: inout CapturedValues
    ) -> Fault? {
        let subject = Subject(response, to: .placeholder)
        var evaluator = evaluator
        for capture in captures {
            guard case .success(let value)? = try? capture.value(in: subject, using: &evaluator)
            else { return .missing(capture.name) }
            switch value {
            case .null, .array, .object: return .missing(capture.name)
            case .string, .number, .bool: break
            }
            let isText = value.stringValue != nil
            let text = value.scalarText.utf8
            if let fault = keep(text, isText: isText, of: capture, in: &values) { return fault }
        }
        return nil
    }

    private func keep(
        _ value: some Collection<UInt8>,
        isText: Bool,
        of capture: Capture,
        in values: inout CapturedValues
    ) -> Fault? {
        guard value.count <= CapturedValues.largestValue,
            !value.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return .unusable(capture.name) }
        values.append(value, isText: isText)
        return nil
    }
}

extension JSONPath {
    /// Names from the root to one member; `nil` for any other path.
    var memberNames: [String]? {
        guard let steps = singularSteps else { return nil }
        let names = steps.compactMap { step in
            if case .name(let name) = step { name } else { nil }
        }
        return names.isEmpty || names.count < steps.count ? nil : names
    }
}
