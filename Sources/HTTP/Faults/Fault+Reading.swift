import Base
package import JSON

/// Why a value is not a valid fault.
package struct FaultError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The key with the invalid value; `nil` for the whole object.
    package let key: String?
    /// `expected …, got …`, with the most similar name if there is one.
    package let problem: String

    init(_ problem: String, at key: String? = nil) {
        self.problem = problem
        self.key = key
    }

    package var description: String { key.map { "\($0): \(problem)" } ?? problem }
}

extension Fault {
    /// Keys other than the one that names the fault.
    package static let furtherKeys = ["of", "request"]
    /// Request numbers within a step, a call, or an address.
    static let requestNumbers = 1...1_000_000
    /// Default number of bytes of garbage.
    static let garbageBytes = 64

    /// Reads the value of `fault:` in a contract: `{"hang": true, "request": 2}`.
    ///
    /// - Parameter json: An object with exactly one fault as a key.
    /// - Throws: The expected and the actual value.
    package init(_ json: JSONValue) throws(FaultError) {
        let members = json.objectValue?.members ?? []
        let names = Action.Name.allCases.map(\.rawValue)
        for member in members where !(names + Self.furtherKeys).contains(member.name) {
            throw Self.unknown(member.name, among: names + Self.furtherKeys)
        }
        let named = members.filter { names.contains($0.name) }
        guard named.count == 1, let entry = named.first,
            let name = Action.Name(rawValue: entry.name)
        else {
            let got =
                named.isEmpty ? "got none" : "got \(named.map(\.name).joined(separator: " and "))"
            throw FaultError("expected exactly one of \(names.joined(separator: ", ")), \(got)")
        }
        let further = json.objectValue
        action = try Self.action(name, amount: entry.value, of: further?["of"])
        request = try further?["request"].map { (value) throws(FaultError) in
            try Self.integer(value, "request", in: Self.requestNumbers)
        }
    }

    private static func action(
        _ name: Action.Name,
        amount: JSONValue,
        of direction: JSONValue?
    ) throws(FaultError) -> Action {
        guard direction == nil || name == .dropAfter else {
            throw FaultError("goes with drop-after only", at: "of")
        }
        switch name {
        case .refuse: return try bare(.refuse, amount)
        case .hang: return try bare(.hang, amount)
        case .reset: return try bare(.reset, amount)
        case .empty: return try bare(.empty, amount)
        case .malformedChunk: return try bare(.malformedChunk, amount)
        case .tls: return try bare(.tls, amount)
        case .garbage where amount == true: return .garbage(bytes: garbageBytes)
        case .garbage, .truncate, .slow, .status, .dropAfter:
            let number = try integer(amount, name.rawValue, in: name.amounts)
            return try counted(name, number, direction)
        case .latency:
            guard let text = amount.stringValue, let duration = TimeSpan.duration(text) else {
                throw FaultError("expected a time such as 500ms, got \(amount.text)", at: "latency")
            }
            return .latency(duration)
        }
    }

    private static func counted(
        _ name: Action.Name,
        _ number: Int,
        _ direction: JSONValue?
    ) throws(FaultError) -> Action {
        switch name {
        case .garbage: return .garbage(bytes: number)
        case .truncate: return .truncate(bodyBytes: number)
        case .slow: return .slow(bytesPerSecond: number)
        case .status: return .status(number)
        default:
            guard let direction else { return .dropAfter(bytes: number, of: .response) }
            guard let known = direction.stringValue.flatMap(Direction.init) else {
                throw FaultError("expected response or request, got \(direction.text)", at: "of")
            }
            return .dropAfter(bytes: number, of: known)
        }
    }

    private static func bare(_ action: Action, _ amount: JSONValue) throws(FaultError) -> Action {
        guard amount == true else {
            throw FaultError("expected true, got \(amount.text)", at: action.name.rawValue)
        }
        return action
    }

    private static func integer(
        _ value: JSONValue,
        _ name: String,
        in range: ClosedRange<Int>
    ) throws(FaultError) -> Int {
        guard let number = value.intValue, range.contains(number) else {
            throw FaultError(
                "expected an integer from \(range.lowerBound) to \(range.upperBound), "
                    + "got \(value.text)",
                at: name
            )
        }
        return number
    }

    private static func unknown(_ name: String, among names: [String]) -> FaultError {
        let nearest = NearestName.suggestion(for: name, among: names)
        let faults = names.filter { !furtherKeys.contains($0) }
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? faults.joined(separator: ", ")
        return FaultError("unknown fault \"\(name)\": \(hint)")
    }
}

extension Fault.Action.Name {
    /// Which amounts a fault that is counted takes.
    var amounts: ClosedRange<Int> {
        switch self {
        case .status: 200...599
        case .garbage: 1...1_048_576
        case .slow: 1...1_000_000_000
        case .truncate, .dropAfter: 0...1_000_000_000
        case .refuse, .hang, .reset, .empty, .latency, .malformedChunk, .tls: 0...0
        }
    }
}

// MARK: - Text

extension Fault: CustomStringConvertible {
    /// Reads the form of the command line: `hang`, `latency=500ms`, `drop-after=100,of=request`,
    /// `status=503,request=2`.
    package init(text: String) throws(FaultError) {
        var object = JSONObject()
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(words[0])
            guard object[name] == nil else { throw FaultError("\"\(name)\" is given twice") }
            object[name] = words.count == 2 ? Self.amount(words[1]) : true
        }
        try self.init(.object(object))
    }

    private static func amount(_ text: Substring) -> JSONValue {
        Int(text).map { .integer($0) } ?? .string(String(text))
    }

    /// The form of the command line, which `init(text:)` reads.
    package var description: String {
        let amount = amountText.map { "=\($0)" } ?? ""
        return action.name.rawValue + amount + (request.map { ",request=\($0)" } ?? "")
    }

    private var amountText: String? {
        switch action {
        case .refuse, .hang, .reset, .empty, .malformedChunk, .tls: nil
        case .truncate(let number), .garbage(let number), .slow(let number), .status(let number):
            "\(number)"
        case .latency(let duration): TimeSpan.text(of: duration)
        case .dropAfter(let number, .response): "\(number)"
        case .dropAfter(let number, .request): "\(number),of=request"
        }
    }

    /// The form of a contract.
    package var json: JSONValue {
        var object = JSONObject()
        let name = action.name.rawValue
        switch action {
        case .refuse, .hang, .reset, .empty, .malformedChunk, .tls: object[name] = true
        case .truncate(let number), .garbage(let number), .slow(let number), .status(let number):
            object[name] = .integer(number)
        case .latency(let duration): object[name] = .string(TimeSpan.text(of: duration))
        case .dropAfter(let number, let direction):
            object[name] = .integer(number)
            if direction == .request { object["of"] = .string(direction.rawValue) }
        }
        if let request { object["request"] = .integer(request) }
        return .object(object)
    }
}
