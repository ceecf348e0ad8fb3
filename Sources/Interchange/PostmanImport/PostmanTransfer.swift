import Base
import JSON

/// A collection being turned into a contract.
struct PostmanTransfer {
    /// The settings of a request's folders.
    struct Context {
        var auth: PostmanAuth?
        /// The names of the folders, outermost first.
        var folders: [String] = []
        /// The checks of outer scripts for every response, and the variables that they set before
        /// every request.
        var scripts: [Script] = []
        /// Values of variables of a folder.
        var bindings = JSONObject()
        /// Lines above the next case.
        var comment: [String] = []
    }

    /// The results of reading a script.
    struct Script {
        let isTest: Bool
        var status: JSONValue?
        var asserts: [JSONValue] = []
        var captures: [(name: String, source: JSONValue)] = []
        var given: [(name: String, value: JSONValue)] = []
        var tests: [String] = []
        /// Names of variables that it refers to.
        var uses: [String] = []
    }

    let file: String
    /// The origins of parts in a collection of several files; `nil` for a single file.
    var folder: PostmanFolder?
    var ledger = LossLedger()
    var files = ForeignFiles.none
    var variables = ForeignVariables(reading: Self.content)
    var remarks: [String] = []
    private var title: String?
    private var version: String?
    /// Values of variables, by their contract names.
    var declared: [ForeignContract.Variable] = []
    /// Variables that scripts have set so far.
    var given = JSONObject()
    /// The error of the first unreadable request.
    private(set) var refusal: InterchangeError?
    private var plan = JourneyPlan()
    private var asides: [String: Int] = [:]

    init(file: String) {
        self.file = file
    }

    // MARK: Items

    private mutating func addInfo(_ info: ReadValue?) {
        title = info?["name"]?.text
        remarks += Self.lines(of: info?["description"])
        guard let written = info?["version"] else { return }
        let parts = ["major", "minor", "patch"].compactMap { written[$0]?.scalarText }
        version = written.text ?? (parts.isEmpty ? nil : parts.joined(separator: "."))
    }

    /// Traverses a list of requests and folders.
    mutating func visit(_ root: ReadValue, _ items: ReadValue) throws(InterchangeError) {
        addInfo(root["info"])
        var context = Context()
        context.auth = auth(of: root)
        addScripts(of: root, to: &context)
        remarks += context.comment
        context.comment = []
        try visit(items, context)
        items.settle()
    }

    private mutating func visit(
        _ items: ReadValue,
        _ context: Context
    ) throws(InterchangeError) {
        var context = context
        let folder = plan.folder(context.folders)
        for item in items.elements {
            guard item.value.objectValue != nil else {
                throw item.error(in: file, expected: "a request or a folder")
            }
            if let inner = item["item"], inner.value.arrayValue != nil {
                try visitFolder(item, inner, context)
            } else if item.value["request"] != nil {
                var request = PostmanRequest(item, context, self)
                // There must be only one reference to the tables while they change: otherwise they would be copied.
                self = PostmanTransfer(file: file)
                let outcome = Result { () throws(InterchangeError) in try request.exchange() }
                swap(&self, &request.whole)
                switch outcome {
                case .success(let exchange):
                    plan.add(exchange, uses: request.uses, in: folder, above: context.comment)
                    context.comment = []
                case .failure(let error):
                    refusal = refusal ?? error
                    _ = variables.takeUses()
                    let name = item["name"]?.text.map { "the request \"\($0)\"" } ?? "a request"
                    context.comment.append(
                        leaveOut(
                            "\(name): expected \(error.expected), got \(error.found)",
                            at: item.pointer
                        )
                    )
                }
            } else {
                throw item.error(
                    in: file,
                    expected: "a request (\"request\") or a folder (\"item\")"
                )
            }
            item.settle()
        }
        if !context.comment.isEmpty { remarks += context.comment }
    }

    private mutating func visitFolder(
        _ item: ReadValue,
        _ inner: ReadValue,
        _ outer: Context
    ) throws(InterchangeError) {
        var context = outer
        context.folders.append(item["name"]?.text ?? "folder")
        context.comment = Self.lines(of: item["description"])
        if item.value["auth"] != nil, let own = auth(of: item, &context.comment) {
            context.auth = own
        }
        for (name, value) in folderVariables(of: item, &context.comment) {
            context.bindings[name] = value
        }
        addScripts(of: item, to: &context)
        for member in item.members where member.name != "item" {
            for part in member.value.unread {
                if let line = note(part) { context.comment.append(line) }
            }
        }
        try visit(inner, context)
        inner.settle()
    }

    /// The lines of a description.
    static func lines(of description: ReadValue?) -> [String] {
        guard let description else { return [] }
        let text = description.text ?? description["content"]?.text
        return (text ?? "").split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    }

    // MARK: Losses

    /// Names of members that concern Postman, not the API.
    static func isAside(_ name: String) -> Bool {
        name.hasPrefix("_")
            || ["id", "uid", "owner", "createdAt", "updatedAt", "fork", "type"].contains(name)
    }

    /// Records an unread part; `nil` if it only concerns Postman.
    mutating func note(_ part: ReadValue) -> String? {
        let name = part.pointer.tokens.last ?? ""
        if Self.isAside(name), part.value.arrayValue == nil, part.value.objectValue == nil {
            asides[name, default: 0] += 1
            return nil
        }
        return leaveOut("\(name) \(part.value.text(maximumLength: 100))", at: part.pointer)
    }

    mutating func leaveOut(
        _ what: String,
        at pointer: JSONPointer,
        of other: String? = nil
    ) -> String {
        if other == nil, let origin = folder?.origin(of: pointer) {
            return ledger.note(what, at: .pointer(origin.pointer), of: origin.file)
        }
        return ledger.note(what, at: .pointer(pointer), of: other ?? file)
    }

    /// A place in the form of promises.
    func doc(_ pointer: JSONPointer) -> String {
        guard let origin = folder?.origin(of: pointer) else { return "postman#\(pointer)" }
        return "postman#\(origin.file)"
    }

    /// Records the unread parts of the whole document.
    mutating func noteUnread(of whole: ReadValue) {
        for part in whole.unread {
            if let line = note(part) { remarks.append(line) }
        }
        guard !asides.isEmpty else { return }
        let list = asides.keys.sorted().map { "\($0) (\(asides[$0] ?? 0))" }
        remarks.append(
            ledger.note(
                "settings only for Postman: \(list.joined(separator: ", "))",
                at: .whole,
                of: file
            )
        )
    }

    // MARK: The contract

    /// The resulting contract.
    var contract: ForeignContract {
        var contract = ForeignContract(
            format: "postman",
            file: file,
            title: title ?? "Requests of \(file)"
        )
        contract.version = version
        contract.take(plan, declared: declared)
        contract.remarks = remarks + [ForeignContract.redirectRemark(of: "Postman")]
        contract.losses = ledger.losses
        return contract
    }
}
