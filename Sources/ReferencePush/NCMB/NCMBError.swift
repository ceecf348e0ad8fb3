/// A response of the error catalogue.
///
/// Templates are filled with the name of the faulty field.
struct NCMBError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `E` and six digits, the first three being the status.
    let code: String
    let message: String
    /// Number of faults in a composite error; zero for a simple one.
    let faults: Int

    private init(_ code: String, _ message: String, faults: Int = 0) {
        self.code = code
        self.message = message
        self.faults = faults
    }

    var description: String { "\(code): \(message)" }

    /// The HTTP status.
    var status: Int { Int(code.dropFirst().prefix(3)) ?? 500 }

    /// Whether the response is signed when the application is known.
    var isSigned: Bool {
        switch code {
        case "E404002", "E404005", "E405001", "E405002", "E415001": false
        default: true
        }
    }
}

extension NCMBError {
    static let badRequest = NCMBError("E400000", "Bad Request.")
    static let jsonFormat = NCMBError("E400001", "JSON is invalid format.")
    static let headers = NCMBError("E401001", "Authentication error by header incorrect.")
    static let accessControl = NCMBError("E403001", "No access with ACL.")
    static let signature = NCMBError("E403002", "Unauthorized operations for signature.")
    static let prohibited = NCMBError("E403003", "Operation that are prohibited.")
    static let geoPoint = NCMBError("E403006", "Invalid GeoPoint value.")
    static let noData = NCMBError("E404001", "No data available.")
    static let noService = NCMBError("E404002", "None service.")
    static let noApplication = NCMBError("E404005", "No such application.")
    static let method = NCMBError("E405001", "Method not allowed.")
    static let bodyTooLarge = NCMBError("E413002", "Request entity too large.")
    static let targetTooLong = NCMBError("E414000", "Request-URI Too Large.")
    static let mediaType = NCMBError("E415001", "Unsupported media type.")
    static let quota = NCMBError("E429001", "Push notifications have passed their limit.")
    static let tooManyRequests = NCMBError("E429002", "Too many requests.")
    static let system = NCMBError("E500001", "System error.")
    static let unavailable = NCMBError("E503001", "Service unavailable.")

    /// Several faults at once, without their names.
    static func composite(faults: Int) -> NCMBError {
        NCMBError("E400000", "Bad Request.", faults: faults)
    }

    static func type(_ field: String) -> NCMBError {
        NCMBError("E400002", "\(field) is invalid.")
    }

    static func empty(_ field: String) -> NCMBError {
        NCMBError("E400003", "\(field) is empty.")
    }

    static func format(_ field: String) -> NCMBError {
        NCMBError("E400004", "\(field) is invalid format.")
    }

    static func value(_ field: String) -> NCMBError {
        NCMBError("E400005", "\(field) is not a valid value.")
    }

    static func either(_ first: String, or second: String) -> NCMBError {
        NCMBError("E400008", "Either \(first) or \(second).")
    }

    static func size(_ field: String, _ range: ClosedRange<Int>) -> NCMBError {
        let bounds = "\(range.lowerBound) and \(range.upperBound)"
        return NCMBError("E400009", "\(field) size must be between \(bounds).")
    }

    static func notSettable(_ field: String) -> NCMBError {
        NCMBError("E403005", "\(field) must not be entered.")
    }

    static func duplicate(_ field: String) -> NCMBError {
        NCMBError("E409001", "\(field) is duplication.")
    }
}
