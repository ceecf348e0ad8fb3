import Base
import JSON

/// A Bruno collection being turned into a contract.
struct BrunoTransfer {
    /// The settings of a folder for all its requests.
    struct Folder {
        var name: String?
        var order = Int.max
        var headers: [BruFile.Field] = []
        /// `bearer`, `basic` and so on, with its fields.
        var auth: (kind: String, fields: [BruFile.Field])?
        var bindings: [BruFile.Field] = []
        var scripts: [(block: BruFile.Block, file: String)] = []
        var comment: [String] = []
    }

    let name: String
    private var title: String?
    var ledger = LossLedger()
    var files = ForeignFiles.none
    var variables = ForeignVariables(reading: Self.content)
    private(set) var declared: [ForeignContract.Variable] = []
    private(set) var hasEnvironment = false
    private var folders: [String: Folder] = [:]
    private var plan = JourneyPlan()
    private var places: [String: Int] = [:]
    var given = JSONObject()
    /// The error of the first unreadable file.
    private(set) var refusal: InterchangeError?
    private var remarks: [String] = []

    init(name: String) {
        self.name = name
    }

    private static func content(_ text: String) -> ForeignVariables.Content {
        if text.hasPrefix("process.env.") { return .variable(text) }
        return PostmanTransfer.content(text)
    }

    mutating func leaveOut(_ what: String, _ file: String, _ line: Int) -> String {
        ledger.note(what, at: .line(line), of: file)
    }

    // MARK: Settings and environments

    /// Sets the name of the collection.
    mutating func addTitle(_ name: String?) { title = name ?? title }

    /// Reports a file that does not belong to a collection.
    mutating func leaveOut(other file: String) {
        remarks.append(
            ledger.note("the file, which is not part of a collection", at: .whole, of: file)
        )
    }

    /// Reads `bruno.json`.
    mutating func addSettings(_ bytes: [UInt8], _ file: String) throws(InterchangeError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes, duplicates: .lastWins)
        } catch {
            throw InterchangeError(
                file: file,
                place: .whole,
                expected: "JSON",
                found: "something else (\(error))"
            )
        }
        let root = ReadValue(value)
        title = root["name"]?.text
        for part in root.unread {
            let what = "\(part.pointer.tokens.last ?? "") \(part.value.text(maximumLength: 80))"
            remarks.append(ledger.note(what, at: .pointer(part.pointer), of: file))
        }
    }

    /// Reads the values of an environment, unless another is selected.
    mutating func addEnvironment(_ file: BruFile, named name: String? = nil, wanted: String?) {
        var file = file
        let stem = file.file.split(separator: "/").last?.split(separator: ".").dropLast()
        let own = name ?? stem?.joined(separator: ".") ?? ""
        guard wanted == nil ? !hasEnvironment : wanted == own else {
            remarks.append(
                ledger.note(
                    "the environment \(own); --environment takes it in place of another",
                    at: .whole,
                    of: file.file
                )
            )
            return
        }
        hasEnvironment = true
        for field in file.take("vars")?.fields ?? [] { declare(field, file.file) }
        for field in file.take("vars:secret")?.fields ?? [] {
            let name = variables.name(of: field.name)
            declared.append(ForeignContract.Variable(name: name, isSecret: true))
        }
        remarks += unread(of: file)
    }

    private mutating func declare(_ field: BruFile.Field, _ file: String) {
        let what = "the variable \(field.name)"
        guard !field.isOff else {
            return remarks.append(leaveOut("\(what), which is switched off", file, field.line))
        }
        let isSecret = SecretNames.isSecretVariable(field.name)
        if isSecret, !field.value.isEmpty {
            remarks.append(
                leaveOut(
                    "the value of \(what), a secret; set it in the environment",
                    file,
                    field.line
                )
            )
        }
        declared.append(
            ForeignContract.Variable(
                name: variables.name(of: field.name),
                isSecret: isSecret,
                value: isSecret ? nil : variables.value(field.value)
            )
        )
    }

    /// Reads `collection.bru` or `folder.bru`.
    mutating func addFolder(_ file: BruFile, _ path: String) {
        var file = file
        var folder = Folder()
        for field in file.take("meta")?.fields ?? [] {
            switch field.name {
            case "name": folder.name = field.value
            case "seq": folder.order = Int(field.value) ?? Int.max
            default:
                folder.comment.append(
                    leaveOut("\(field.name): \(field.value)", file.file, field.line)
                )
            }
        }
        folder.headers = file.take("headers")?.fields ?? []
        let mode = file.take("auth")?.fields.first { $0.name == "mode" }?.value
        if let mode, mode != "none", mode != "inherit" {
            folder.auth = (mode, file.take("auth:\(mode)")?.fields ?? [])
        }
        folder.bindings = file.take("vars:pre-request")?.fields ?? []
        while let script = file.take("script:pre-request", "script:post-response", "tests") {
            folder.scripts.append((script, file.file))
        }
        folder.comment += Self.lines(of: file.take("docs"))
        folder.comment += unread(of: file)
        remarks += folder.comment
        folders[path] = folder
    }

    static func lines(of block: BruFile.Block?) -> [String] {
        (block?.text ?? "").split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    }

    /// Names the unread parts of a file.
    mutating func unread(of file: BruFile) -> [String] {
        var lines = file.unread.map { unread in
            leaveOut(
                "the line \(unread.text), where \(unread.expected) is expected",
                file.file,
                unread.line
            )
        }
        for block in file.blocks {
            if block.text != nil || block.fields.isEmpty {
                lines.append(
                    leaveOut(
                        "the block \(block.name): \(Self.lines(of: block).joined(separator: " "))",
                        file.file,
                        block.line
                    )
                )
            }
            for field in block.fields {
                lines.append(
                    leaveOut("\(block.name): \(field.name): \(field.value)", file.file, field.line)
                )
            }
        }
        return lines
    }

    // MARK: Requests

    /// The folders on the way to a file, outermost first; the collection is the first.
    private func paths(of file: BruFile) -> [String] {
        let parts = file.path.split(separator: "/").dropLast()
        return (0...parts.count).map { parts.prefix($0).joined(separator: "/") }
    }

    private func order(of file: BruFile) -> Int {
        let meta = file.blocks.first { $0.name == "meta" }
        return meta?.fields.first { $0.name == "seq" }.flatMap { Int($0.value) } ?? Int.max
    }

    /// Requests in the order in which Bruno runs them.
    func ordered(_ requests: [BruFile]) -> [BruFile] {
        let keyed = requests.map { request in
            let ways = paths(of: request).dropFirst().map { (folders[$0]?.order ?? Int.max, $0) }
            return (file: request, ways: ways, order: order(of: request))
        }
        return keyed.sorted { left, right in
            for (a, b) in zip(left.ways, right.ways) where a != b { return a < b }
            if left.ways.count != right.ways.count { return left.ways.count < right.ways.count }
            return (left.order, left.file.path) < (right.order, right.file.path)
        }
        .map(\.file)
    }

    /// Reports a file that cannot be read; the others are still taken.
    mutating func leaveOut(_ file: String, _ error: InterchangeError) {
        refusal = refusal ?? error
        remarks.append(
            ledger.note(
                "the file: expected \(error.expected), got \(error.found)",
                at: error.place,
                of: file
            )
        )
    }

    /// Adds a request.
    mutating func add(_ file: BruFile) {
        let paths = paths(of: file)
        let around = paths.compactMap { folders[$0] }
        let names = paths.dropFirst().map { path in
            folders[path]?.name ?? String(path.split(separator: "/").last ?? "")
        }
        let way = paths.last ?? ""
        let place = places[way] ?? plan.folder(Array(names))
        places[way] = place
        var request = BrunoRequest(file, around, self)
        self = BrunoTransfer(name: name)
        let outcome = Result { () throws(InterchangeError) in try request.exchange() }
        swap(&self, &request.whole)
        switch outcome {
        case .success(let exchange?): plan.add(exchange, uses: request.uses, in: place)
        case .success(nil): remarks += request.comment
        case .failure(let error):
            _ = variables.takeUses()
            leaveOut(file.file, error)
        }
    }

    /// The resulting contract.
    var contract: ForeignContract {
        var contract = ForeignContract(
            format: "bruno",
            file: name,
            title: title ?? "Requests of \(name)"
        )
        contract.take(plan, declared: declared)
        contract.remarks = remarks + [ForeignContract.redirectRemark(of: "Bruno")]
        contract.losses = ledger.losses
        return contract
    }
}
