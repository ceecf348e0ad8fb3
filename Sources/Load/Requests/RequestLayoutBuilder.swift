import Base
import Contract
import Cryptography
import DeliveryFeed
import HTTP
import JSON
import Profile
import Transport

/// Lays out one request of a profile.
struct RequestLayoutBuilder {
    let request: StepRequest
    let preparation: RequestPreparation
    let evaluator: Evaluator
    /// Recipients of the request; `nil` without an audience.
    let recipients: LoadProfile.Audience?
    /// Names of the values that earlier steps of the journey captured, in order.
    var captured: [String] = []
    /// The access token that will be replaced during the run; `nil` for none.
    var token: Token?
    /// Marker of this run's messages; `nil` when deliveries are not watched.
    var run: String?
    /// How connections are opened.
    var transport = TransportOptions()

    /// An access token, and its index among those of the run.
    struct Token {
        let index: Int
        let text: String
    }

    struct LaidOut {
        let layout: RequestLayout
        /// Scheme, host and port of the server.
        let origin: String
        /// Slots of the arrival's random values, in the order of drawing.
        let drawnNumbers: [UInt64]
    }

    /// Lays the request out.
    func laidOut() throws(TemplateError) -> LaidOut {
        let markers = SlotMarkers()
        var marking = evaluator
        try bindRecipients(in: &marking, markers)
        for (index, name) in captured.enumerated() {
            marking.scope[name] = markers.marker(
                markers.add(.captured(index, isNumber: false)),
                .single
            )
        }
        marking.standIns = markers
        let marked = try prepared(markers, using: &marking)
        try check(marked)
        do {
            let parser = MarkedBytes(markers.meanings, body: marked.body)
            let key = markers.message == nil ? nil : try self.key()
            let signed = markers.meanings.firstIndex(of: .signature) ?? markers.meanings.endIndex
            return LaidOut(
                layout: try layout(of: marked, markers, key, parser),
                origin: marked.origin,
                drawnNumbers: parser.drawnNumbers(0..<signed) + (key?.drawnNumbers ?? [])
                    + parser.drawnNumbers(signed..<Int.max)
            )
        } catch let fault as MarkedBytes.Fault {
            throw TemplateError(Self.reason(fault))
        } catch let error as TemplateError {
            throw error
        } catch {
            preconditionFailure("\(error)")
        }
    }

    func prepared(
        _ markers: SlotMarkers,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> HTTPRequest {
        var preparation = preparation
        preparation.encoder.standIns = markers
        if let token {
            let marker = markers.marker(markers.add(.token(token.index)), .single)
            preparation.accessToken = marker.scalarText
        }
        do {
            return try preparation.prepared(request.template, using: &evaluator).request
        } catch {
            // An error about a marker is meaningless to the user.
            guard MarkerText.isMarked(Array(error.reason.utf8)) else { throw error }
            throw TemplateError(
                "a value that varies from request to request stands where a text is read, as a path "
                    + "is; expected it in a place of its own, such as path: \"/x/{id}\" with "
                    + "params: { id: \"{{recipient.token}}\" }"
            )
        }
    }

    private func layout(
        of request: HTTPRequest,
        _ markers: SlotMarkers,
        _ key: Key?,
        _ parser: MarkedBytes
    ) throws -> RequestLayout {
        var fields: [(name: String, value: [RequestPiece])] = []
        for field in Self.fields(of: request, over: transport) {
            fields.append((field.name, try parser.pieces(of: Array(field.value.utf8))))
        }
        var signing: RequestSigning?
        if let message = markers.message, let key {
            signing = RequestSigning(
                message: try parser.pieces(of: message),
                algorithm: key.signature.algorithm,
                key: key.bytes,
                derivation: key.derivation,
                encoding: key.signature.encoding
            )
        }
        return RequestLayout(
            method: request.method,
            target: try parser.pieces(of: Array(target(of: request).utf8)),
            fields: fields,
            body: try request.body.map { try typed(try parser.pieces(of: $0)) },
            signing: signing,
            compression: markers.compression
        )
    }

    /// Target of the request line; absolute for a proxy that forwards the request (RFC 9112 §3.2.2).
    func target(of request: HTTPRequest) -> String {
        transport.forwards(to: request.origin) ? request.absoluteTarget : request.target
    }

    /// All fields but `Content-Length`: the request's own, those that every client sends, and credentials for a
    /// proxy that forwards it.
    static func fields(
        of request: HTTPRequest,
        over transport: TransportOptions = TransportOptions()
    ) -> [HTTPFields.Field] {
        var fields: [HTTPFields.Field] = []
        if request.headers["Host"] == nil {
            fields.append(.init(name: "Host", value: request.authority))
        }
        if request.headers["User-Agent"] == nil {
            fields.append(.init(name: "User-Agent", value: TransportOptions().userAgent))
        }
        if transport.forwards(to: request.origin), request.headers["Proxy-Authorization"] == nil,
            let value = transport.proxyAuthorization
        {
            fields.append(.init(name: "Proxy-Authorization", value: value))
        }
        return fields + request.headers.fields
    }

    private func check(_ request: HTTPRequest) throws(TemplateError) {
        for name in ["Content-Length", "Transfer-Encoding"] where request.headers[name] != nil {
            throw TemplateError("the header \(name) is written for each request; leave it out")
        }
        if MarkerText.isMarked(Array(request.origin.utf8)) {
            throw TemplateError("the server varies from request to request; a run has one")
        }
    }

    /// The key that requests are signed with.
    private struct Key {
        let signature: HMACSignature
        /// As far as the key stays.
        var bytes: [UInt8]
        /// Texts that the key is derived from, beginning with the first that varies.
        var derivation: [[RequestPiece]] = []
        /// Slots of the random values in them, in the order of drawing.
        var drawnNumbers: [UInt64] = []
    }

    private func key() throws -> Key? {
        guard let signature = preparation.scheme?.signature else { return nil }
        var evaluator = evaluator
        let markers = SlotMarkers()
        evaluator.standIns = markers
        var key = Key(signature: signature, bytes: try signature.keyBytes(using: &evaluator))
        guard markers.meanings.isEmpty else {
            throw TemplateError(
                "security scheme \"\(preparation.scheme?.name ?? "")\": under load the signing key "
                    + "has to stay, and this one is made from random values or the time; of a list of "
                    + "texts the first has to stay"
            )
        }
        for text in signature.derivation {
            let message = Array(try evaluator.text(of: text).utf8)
            if markers.meanings.isEmpty {
                key.bytes = HMAC.authenticationCode(
                    signature.algorithm,
                    key: key.bytes,
                    message: message
                )
            } else {
                let parser = MarkedBytes(markers.meanings, firstNumber: RequestSlot.firstOfKeys)
                key.derivation.append(try parser.pieces(of: message))
                key.drawnNumbers = parser.drawnNumbers(0..<Int.max)
            }
        }
        return key
    }

    private static func reason(_ fault: MarkedBytes.Fault) -> String {
        switch fault {
        case .torn:
            "a value that varies stands where it is cut, or changed otherwise than by escapes"
        case .unevenRecipients: "{{recipients}} stands where a list is not written one by one"
        case .nestedBase64: "Base64 within Base64 cannot vary under load"
        }
    }

    /// Defines one recipient, and a list of two from which its form is learnt.
    func bindRecipients(
        in evaluator: inout Evaluator,
        _ markers: SlotMarkers
    ) throws(TemplateError) {
        let arrival = run.map { _ in markers.add(.arrival) }
        func mark(_ evaluator: inout Evaluator, _ instance: SlotMarkers.Instance) {
            guard let run, let arrival else { return }
            let number = markers.marker(arrival, instance).scalarText
            evaluator.scope[LoadProfile.Delivery.markerName] = .string(
                DeliveryMarker.beginning(run: run) + number
            )
        }
        mark(&evaluator, .single)
        guard let recipients else { return }
        let numbers = RecipientNumbers(markers)
        func recipient(_ instance: SlotMarkers.Instance) throws(TemplateError) -> JSONValue {
            var evaluator = evaluator
            mark(&evaluator, instance)
            return try recipients.recipient(using: evaluator) { value, slot in
                markers.marker(numbers.number(of: value, slot), instance)
            }
        }
        let single = try recipient(.single)
        guard MarkerText.isMarked(Array(single.text.utf8)) else {
            throw TemplateError(
                "every recipient would be the same; give it {{index}} or a random value",
                at: recipients.location
            )
        }
        evaluator.scope["recipient"] = single
        evaluator.scope["recipients"] = .array([try recipient(.first), try recipient(.second)])
    }
}

extension TransportOptions {
    /// Credentials for the proxy (RFC 7617); `nil` when the options have none.
    fileprivate var proxyAuthorization: String? {
        guard let text = proxy.flatMap({ URLCredentials(in: $0) })?.text else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let words = (parts + [""]).prefix(2).map { Self.decoded($0) }
        return "Basic " + Base64.encode(words[0] + [UInt8(ascii: ":")] + words[1])
    }

    /// Without the percent-encoding of URLs.
    private static func decoded(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

extension HTTPRequest {
    /// Value of `Host`: host and port of the origin, without a default port.
    var authority: String {
        let authority = origin.firstRange(of: "://").map { origin[$0.upperBound...] } ?? origin[...]
        let implied = origin.lowercased().hasPrefix("https:") ? ":443" : ":80"
        return String(authority.hasSuffix(implied) ? authority.dropLast(implied.count) : authority)
    }
}
