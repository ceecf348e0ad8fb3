import Contract
import HTTP
import JSON

/// A request on its way through the checks.
struct NCMBCall {
    let request: ServerRequest
    /// The application named by the request; `nil` for an unknown key.
    let application: NCMBApplication?
    /// Basis of the signatures of the request and its response; `nil` when a required header is missing.
    private(set) var stringToSign: NCMBStringToSign?
    private(set) var session: NCMBSession?

    init(_ request: ServerRequest, applications: [NCMBApplication]) {
        self.request = request
        let key = request.headers["X-NCMB-Application-Key"]
        application = applications.first { $0.applicationKey == key }
        guard let key, let timestamp = request.headers["X-NCMB-Timestamp"] else { return }
        stringToSign = Self.stringToSign(request, host: request.hostname, key, timestamp)
    }

    private static func stringToSign(
        _ request: ServerRequest,
        host: String,
        _ key: String,
        _ timestamp: String
    ) -> NCMBStringToSign {
        NCMBStringToSign(
            method: request.method,
            host: host,
            path: request.path,
            query: request.query,
            applicationKey: key,
            timestamp: timestamp
        )
    }
}

extension NCMBCall {
    /// The steps of authentication, in order: headers, application, signature, session.
    ///
    /// A signature over the documented host is good too, so that published examples can be sent.
    ///
    /// - Returns: The application.
    /// - Throws: `E401001`, `E404005` or `E403002`.
    mutating func authenticate(options: NCMBOptions) throws(NCMBError) -> NCMBApplication {
        let headers = request.headers
        guard let key = headers["X-NCMB-Application-Key"], !key.isEmpty,
            let signature = headers["X-NCMB-Signature"], !signature.isEmpty,
            let timestamp = headers["X-NCMB-Timestamp"], NCMBTimestamp.isValid(timestamp)
        else { throw .headers }
        guard let application else { throw .noApplication }
        if stringToSign?.signature(key: application.clientKey) != signature {
            let host = options.generation.documentedHost
            let documented = Self.stringToSign(request, host: host, key, timestamp)
            guard documented.signature(key: application.clientKey) == signature else {
                throw .signature
            }
            stringToSign = documented
        }
        if let token = headers["X-NCMB-Apps-Session-Token"] {
            session = options.sessions[token]
            guard session != nil else { throw .headers }
        }
        return application
    }

    /// Refuses a body that is not sent as JSON.
    ///
    /// - Throws: `E415001`.
    func checkMediaType() throws(NCMBError) {
        guard request.method == "POST" || request.method == "PUT" else { return }
        let type = request.headers["Content-Type"]?.prefix { $0 != ";" } ?? ""
        let name = type.lowercased().filter { $0 != " " && $0 != "\t" }
        guard name == "application/json" else { throw .mediaType }
    }
}

/// A success.
struct NCMBReply {
    let status: Int
    let body: [UInt8]

    /// A response without a body.
    static let empty = NCMBReply(status: 200, body: [])

    static func created(_ id: ObjectID, at date: Instant) -> NCMBReply {
        let text = #"{"objectId":"\#(id.text)","createDate":"\#(date.iso)"}"#
        return NCMBReply(status: 201, body: Array(text.utf8))
    }

    static func updated(at date: Instant) -> NCMBReply {
        NCMBReply(status: 200, body: Array(#"{"updateDate":"\#(date.iso)"}"#.utf8))
    }

    static func object(_ object: JSONObject) -> NCMBReply {
        NCMBReply(status: 200, body: JSONValue.object(object).textBytes)
    }

    static func results(_ results: [JSONObject], count: Int?) -> NCMBReply {
        var object = JSONObject()
        object["results"] = .array(results.map { .object($0) })
        object["count"] = count.map { .integer($0) }
        return .object(object)
    }
}
