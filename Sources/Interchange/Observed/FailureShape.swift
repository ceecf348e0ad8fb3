import JSON
import JSONPaths

/// How the failures of an API identify their error, as far as its responses show it.
struct FailureShape {
    /// A response, as far as needed here.
    typealias Response = (status: Int, json: JSONValue?)

    /// The member that is `false` in a failure, whatever its status; `nil` if the status shows it.
    private(set) var verdict: [String]?
    /// The member with the code.
    private(set) var code: [String]?
    /// The member with the message.
    private(set) var message: [String]?

    /// Searches for them.
    ///
    /// A verdict is a member called `success` or the like that is `false` in a response with a status below 400. Code
    /// and message are members with usual names; of several, the one that most failures have, and of those the one
    /// with the more usual name.
    ///
    /// - Parameter responses: All recorded responses.
    init(of responses: [Response]) {
        let values = responses.filter { $0.status < 400 }.compactMap(\.json)
        verdict = Self.paths(in: values).first { path in
            Self.verdicts.contains(Self.plain(path.last ?? ""))
                && values.contains { $0.member(at: path) == .bool(false) }
        }
        let failures = responses.filter { isFailure($0.status, $0.json) && $0.json != nil }
        code = Self.best(of: Self.codes, in: failures) { value, status in
            switch value {
            case .string(let text):
                !text.isEmpty && text.utf8.count <= 80 && !text.contains(where: \.isWhitespace)
            case .number: value.intValue.map { $0 != status } ?? false
            case .null, .bool, .array, .object: false
            }
        }
        let code = code
        message = Self.best(of: Self.messages, in: failures, besides: code) { value, _ in
            value.stringValue.map { !$0.isEmpty } ?? false
        }
    }

    /// Whether a response reports that the request was not carried out.
    func isFailure(_ status: Int, _ json: JSONValue?) -> Bool {
        guard let verdict else { return status >= 400 }
        return json?.member(at: verdict) == .bool(false)
    }

    /// The code of a failure; `nil` for none.
    func code(of json: JSONValue?) -> String? {
        guard let code, let value = json?.member(at: code) else { return nil }
        switch value {
        case .string(let text): return text.isEmpty ? nil : text
        case .number: return value.text
        case .null, .bool, .array, .object: return nil
        }
    }

    /// The message of a failure; `nil` for none.
    func message(of json: JSONValue?) -> String? {
        message.flatMap { json?.member(at: $0)?.stringValue }
    }

    /// The content of `failure`.
    var condition: JSONValue {
        guard let verdict else { return ["status": ["gte": 400]] }
        return ["jsonpath": .string(JSONPath.text(ofMembers: verdict)), "equals": false]
    }

    /// The field of `failure` for a member.
    static func field(_ path: [String]?) -> JSONValue? {
        path.map { ["jsonpath": .string(JSONPath.text(ofMembers: $0))] }
    }
}

// MARK: - Names

extension FailureShape {
    private static let verdicts: Set<String> = [
        "success", "successful", "issuccess", "issuccessful", "ok", "isok", "succeeded",
    ]

    /// Without separators, in lower case; the most usual first.
    private static let codes = [
        "code", "errorcode", "errcode", "resultcode", "statuscode", "errorid", "reason", "error",
        "errortype", "type", "status",
    ]

    private static let messages = [
        "message", "errormessage", "errmsg", "msg", "resultmessage", "errordescription",
        "description", "detail", "details", "title", "reason", "error",
    ]

    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The paths of members at most two levels below the top, without duplicates, upper levels
    /// first.
    private static func paths(in values: [JSONValue]) -> [[String]] {
        var levels: [[[String]]] = [[], [], []]
        var known: Set<[String]> = []
        func add(_ value: JSONValue, _ path: [String]) {
            for member in value.objectValue?.members ?? [] {
                let path = path + [member.name]
                if known.insert(path).inserted { levels[path.count - 1].append(path) }
                if path.count < levels.count { add(member.value, path) }
            }
        }
        for value in values { add(value, []) }
        return levels.flatMap(\.self)
    }

    private static func best(
        of names: [String],
        in failures: [Response],
        besides taken: [String]? = nil,
        isFit: (JSONValue, Int) -> Bool
    ) -> [String]? {
        let candidates = paths(in: failures.compactMap(\.json)).compactMap {
            path -> (path: [String], count: Int, rank: Int)? in
            guard path != taken, let rank = names.firstIndex(of: plain(path.last ?? "")) else {
                return nil
            }
            let values = failures.compactMap { failure in
                failure.json?.member(at: path).map { ($0, failure.status) }
            }
            let fitting = values.count { isFit($0.0, $0.1) }
            // A field that does not always have a code is not the code.
            return fitting > 0 && fitting == values.count ? (path, fitting, rank) : nil
        }
        return candidates.min { left, right in
            (-left.count, left.rank, left.path.count)
                < (-right.count, right.rank, right.path.count)
        }?.path
    }
}

extension JSONValue {
    /// The member at a path of names.
    func member(at path: [String]) -> JSONValue? {
        path.reduce(Optional(self)) { $0?.objectValue?[$1] }
    }
}
