import JSON
import LoadModel
import Measure

/// Cells for the outcomes of a send; known outcomes are found without parsing the response.
struct OutcomeTable: ~Copyable {
    /// A response seen before, by its status and the members of its body that decide the outcome.
    private struct Known {
        let key: [UInt8]
        let cell: Int
    }

    private let rule: OutcomeRule
    private let send: Int
    /// The cell of each status that decides alone, below zero when it was not seen; owned.
    private let cells: UnsafeMutablePointer<Int32>
    private var failureCells: [MissingResponse: Int] = [:]
    private var known: [Known] = []
    private var key = ByteBuffer(capacity: 256)
    private var scanner: MemberScanner?
    private var names: Set<String> = []

    private static let statusCount = 1000
    /// Limit on responses recognized by their members; further kinds are parsed each time.
    private static let largestKnown = 64
    /// Limit on names that neither the contract nor the profile lists, so that a server that makes up codes cannot
    /// fill the memory.
    private static let largestNames = 64

    init(_ rule: OutcomeRule, send: Int) {
        self.rule = rule
        self.send = send
        cells = .allocate(capacity: Self.statusCount)
        cells.initialize(repeating: -1, count: Self.statusCount)
        scanner = rule.members.flatMap { $0.isEmpty ? nil : MemberScanner($0) }
    }

    deinit { cells.deallocate() }

    /// The cell of a status that decides alone and was seen before.
    func knownCell(status: Int) -> Int? {
        guard status < rule.lowestBodyStatus, cells[status] >= 0 else { return nil }
        return Int(cells[status])
    }

    /// The cell of a response.
    ///
    /// - Parameters:
    ///   - status: Status of the response.
    ///   - body: Without content codings.
    ///   - unjudged: Why the body cannot be read; `nil` for a readable body.
    ///   - recording: Holds the cell.
    /// - Returns: The index of the cell.
    mutating func cell(
        status: Int,
        body: [UInt8],
        unjudged: UnjudgedResponse? = nil,
        in recording: inout Recording
    ) -> Int {
        guard status >= rule.lowestBodyStatus else {
            if let known = knownCell(status: status) { return known }
            let cell = newCell(rule.outcome(status: status, body: []), in: &recording)
            cells[status] = Int32(cell)
            return cell
        }
        if let unjudged {
            return newCell(rule.outcome(status: status, unjudged: unjudged), in: &recording)
        }
        guard makeKey(status, body) else {
            return newCell(rule.outcome(status: status, body: body), in: &recording)
        }
        for index in known.indices where isKey(known[index].key) { return known[index].cell }
        let telling = telling(of: body)
        let cell = newCell(rule.outcome(status: status, body: telling), in: &recording)
        if known.count < Self.largestKnown {
            known.append(Known(key: Array(key.bytes), cell: cell))
        }
        return cell
    }

    /// The cell of an expected response that lacks a value for later steps.
    mutating func cell(
        status: Int,
        body: [UInt8],
        without fault: CaptureRule.Fault,
        in recording: inout Recording
    ) -> Int {
        let name = rule.outcome(status: status, body: body).name
        return newCell(.init("\(name) \(fault.text)", isGood: false), in: &recording)
    }

    /// The cell of an expected response without the promised events.
    mutating func cell(_ fault: EventFault, in recording: inout Recording) -> Int {
        recording.cell(.init(send: send, outcome: fault.rawValue, isGood: false))
    }

    /// The cell of an unreadable response that may lack values for later steps.
    mutating func cell(_ unjudged: UnjudgedResponse, in recording: inout Recording) -> Int {
        newCell(.init(unjudged.rawValue, isGood: false), in: &recording)
    }

    /// The cell of a failure.
    mutating func cell(_ outcome: MissingResponse, in recording: inout Recording) -> Int {
        if let cell = failureCells[outcome] { return cell }
        let cell = recording.cell(.init(send: send, outcome: outcome.rawValue, isGood: false))
        failureCells[outcome] = cell
        return cell
    }

    private mutating func newCell(
        _ outcome: OutcomeRule.Outcome,
        in recording: inout Recording
    ) -> Int {
        var name = outcome.name
        if !outcome.isGood, !rule.names(name), !recording.plan.outcomes.contains(name),
            UnjudgedResponse(rawValue: name) == nil, !names.contains(name)
        {
            if names.count < Self.largestNames {
                names.insert(name)
            } else {
                name = OutcomeCell.Key.unnamed
            }
        }
        return recording.cell(.init(send: send, outcome: name, isGood: outcome.isGood))
    }

    /// Writes the key of a response; `false` when its members cannot be found without parsing it.
    private mutating func makeKey(_ status: Int, _ body: [UInt8]) -> Bool {
        guard var scanner else { return false }
        self.scanner = nil
        defer { self.scanner = scanner }
        key.removeAll()
        key.append(decimal: UInt64(status))
        return body.withUnsafeBytes { bytes in
            guard scanner.scan(bytes) else { return false }
            for index in scanner.found.indices {
                key.append(byte: 0)
                guard let range = scanner.found[index] else { continue }
                key.append(byte: 1)
                key.append(UnsafeRawBufferPointer(rebasing: bytes[range]))
            }
            return true
        }
    }

    /// A body with only the members that the scanner found: parsing all of a long one would delay what is due.
    private func telling(of body: [UInt8]) -> [UInt8] {
        guard let scanner, let members = rule.members else { return body }
        var object = JSONObject()
        for (path, range) in zip(members, scanner.found) {
            guard let range else { continue }
            do {
                object.set(try JSONValue(parsing: Array(body[range])), at: path[...])
            } catch {
                // Not JSON; parsing the whole body reports that properly.
                return body
            }
        }
        return Array(JSONValue.object(object).text.utf8)
    }

    private func isKey(_ other: [UInt8]) -> Bool {
        other.withUnsafeBytes { $0.elementsEqual(key.bytes) }
    }
}

extension JSONObject {
    /// Sets a member of a member of a member, by their names from the root.
    fileprivate mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let name = path.first else { return }
        guard path.count > 1 else { return self[name] = value }
        var inner = self[name]?.objectValue ?? JSONObject()
        inner.set(value, at: path.dropFirst())
        self[name] = .object(inner)
    }
}
