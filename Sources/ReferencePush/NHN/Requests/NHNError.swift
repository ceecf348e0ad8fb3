import JSON

/// A result code of the error-code page, except for internal ones.
enum NHNCode: Int, Hashable, Sendable {
    case invalid = 40001
    case format = 40002
    case empty = 40003
    case limit = 40008
    case completed = 40009
    case tooMany = 40010
    case version = 40011
    case removeGuideEmpty = 40012
    case contactEmpty = 40013
    case contactFormat = 40014
    case access = 40101
    case key = 40102
    case notFound = 40401
    case noCertificate = 40402
    case noInstance = 40405
    /// Any client error of the tag API.
    case tagClient = 400
    /// Any internal error of the tag API.
    case tagInternal = 500
}

extension NHNCode {
    /// The text of the error-code page.
    var text: String {
        switch self {
        case .invalid: "Client Error. Parameter is invalid."
        case .format: "Client Error. Parameter is invalid format."
        case .empty: "Client Error. Parameter is empty or null."
        case .limit: "Client Error. Maximum limit exceeded."
        case .completed: "Client Error. Already completed."
        case .tooMany: "Client Error. It's too many. Please, change 'from' and 'to' shortly."
        case .version: "Client Error. Unsupported API version."
        case .removeGuideEmpty: "Client Error. Remove guide is empty."
        case .contactEmpty: "Client Error. Contact is empty."
        // The apostrophe is in the original.
        case .contactFormat: "Client Error. Contact is invalid format([0-9-]+)'."
        case .access: "Client Error. Access is not allowed."
        case .key: "Client Error. Unavailable key."
        case .notFound: "Client Error. Not found."
        case .noCertificate: "Client Error. Not found certificate."
        case .noInstance: "Client Error. Not found instance."
        case .tagClient: "Client Error. Occurred at a tagged API."
        case .tagInternal: "Internal Error. Occurred within tagged API."
        }
    }

    /// Priority among several faults of one request: the lowest is returned.
    ///
    /// The documents specify no order. Here spelling comes before presence, presence before meaning, meaning before
    /// limits, and faults of stored objects come last.
    var rank: Int {
        let order: [NHNCode] = [
            .version, .key, .access, .format, .empty, .invalid, .limit, .removeGuideEmpty,
            .contactEmpty, .contactFormat, .noCertificate, .noInstance, .notFound, .completed,
        ]
        return order.firstIndex(of: self) ?? order.count
    }
}

/// An error response; its HTTP status is 200.
struct NHNError: Error, Hashable, Sendable {
    let code: Int
    let message: String
    /// Priority among several faults of one request.
    let rank: Int
    /// The faulty field with its value; empty for none.
    private let detail: String
    /// Members of the response in addition to its header.
    var payload = JSONObject()

    private init(_ code: NHNCode, detail: String) {
        self.code = code.rawValue
        message = detail.isEmpty ? code.text : "\(code.text) \(detail)"
        rank = code.rank
        self.detail = detail
    }

    /// Without more than the text of the page.
    init(_ code: NHNCode) { self.init(code, detail: "") }

    /// With the field at fault and its value, as the service appends them.
    init(_ code: NHNCode, _ field: String, _ value: String) {
        self.init(code, detail: "\(field)<\(Self.shortened(value))>")
    }

    /// An internal error, documented only as the range 50001 to 50501.
    init(internal code: Int) {
        self.code = code
        message = "Internal Error. Please report this. 'https://toast.com/support/inquiry'."
        rank = 0
        detail = ""
    }

    private static let longestValue = 100

    private static func shortened(_ value: String) -> String {
        let scalars = value.unicodeScalars
        guard scalars.count > longestValue else { return value }
        return String(String.UnicodeScalarView(scalars.prefix(longestValue))) + "…"
    }
}

extension NHNError {
    /// The same fault in the tag API, with its single code for client errors.
    var ofTagAPI: NHNError {
        (40_000..<50_000).contains(code) ? NHNError(.tagClient, detail: detail) : self
    }
}
