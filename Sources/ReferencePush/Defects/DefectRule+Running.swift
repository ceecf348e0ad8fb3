package import Contract
import HTTP
import JSON

extension DefectRule {
    /// The response of a service with this defect.
    ///
    /// - Parameters:
    ///   - request: The client's request.
    ///   - service: The service without the defect.
    ///   - file: The file of the defect.
    ///   - replies: Responses that may replace those of the service, by name.
    /// - Returns: The response for the client.
    func response(
        to request: ServerRequest,
        of service: any ReferenceService,
        in file: DefectFile,
        replies: [String: JSONValue]
    ) -> ServerResponse {
        let path = request.path.split(separator: "/").dropFirst(file.leadingSegments)
        guard calls.isEmpty || calls.contains(where: { $0.matches(request.method, Array(path)) })
        else { return service.handle(request) }
        let document = RequestDocument(request, leading: file.leadingSegments, service.wire)
        guard when.allSatisfy({ $0.holds(for: document.json) }) else {
            return service.handle(request)
        }
        var response: ServerResponse?
        if !answered.isEmpty {
            let original = service.handle(request)
            let seen = original.document
            guard answered.allSatisfy({ $0.holds(for: seen) }) else { return original }
            response = original
        }
        if !look.isEmpty {
            let looked = document.request(after: look, forges: false).map(service.handle)
            guard let seen = looked?.document, file.found.allSatisfy({ $0.holds(for: seen) }) else {
                return response ?? service.handle(request)
            }
        }
        for state in states {
            // Ending a state that has not begun fails harmlessly.
            let action: StateAction = state.begins ? .setup : .teardown
            _ = try? service.change(StateChange(state.name, JSONObject(), action))
        }
        ask(before, document, service, request)
        if let reply = reply.flatMap({ replies[$0] }) {
            response = ServerResponse(reply: reply)
        } else if !self.request.isEmpty || forges,
            let changed = document.request(after: self.request, forges: forges)
        {
            response = document.sealed(service.handle(changed))
        }
        let served = response ?? service.handle(request)
        ask(after, document, service, request)
        return self.response.isEmpty ? served : document.response(served, after: self.response)
    }

    /// Asks for something besides, when there is something.
    private func ask(
        _ edits: [MessageEdit]?,
        _ document: RequestDocument,
        _ service: any ReferenceService,
        _ request: ServerRequest
    ) {
        guard let edits else { return }
        let other = document.request(after: edits, forges: false)
        // Without edits the same request is sent again; edits that do not apply send nothing.
        if edits.isEmpty { _ = service.handle(request) }
        if let other { _ = service.handle(other) }
    }
}

extension ReferenceService {
    /// The service's encodings on top of HTTP and JSON.
    fileprivate var wire: any MessageWire {
        switch self {
        case let service as NCMBService: NCMBWire(service: service)
        case let face as NHNFace: NHNWire(face: face)
        case let service as CorePushService: CorePushWire(service: service)
        default: PlainWire()
        }
    }
}

extension Defect {
    /// The defects of a file, and those that it borrows.
    ///
    /// - Parameters:
    ///   - file: The parsed file.
    ///   - relative: The file of its relative; `nil` for none.
    ///   - written: Defects in code that it may also borrow.
    /// - Returns: Its own first.
    package static func defects(
        of file: DefectFile,
        relative: DefectFile?,
        written: [Defect] = []
    ) -> [Defect] {
        let own = file.defects.map { rule in
            Defect(rule, of: file, replies: file.replies, breaks: rule.breaks)
        }
        let borrowed = file.borrowed.map { name, breaks -> Defect in
            if let relative, let rule = relative.defects.first(where: { $0.name == name }) {
                var home = relative
                home.service = file.service
                return Defect(
                    rule,
                    of: home,
                    replies: relative.replies.merging(file.replies) { $1 },
                    breaks: breaks
                )
            }
            let full = "\(file.relative ?? "")-\(name)"
            guard let defect = written.first(where: { $0.name == full }) else {
                preconditionFailure("there is no defect \(full)")
            }
            return defect.of(file.service, breaks: breaks)
        }
        return own + borrowed
    }

    private init(
        _ rule: DefectRule,
        of file: DefectFile,
        replies: [String: JSONValue],
        breaks: [String]
    ) {
        let name = "\(file.service)-\(rule.name)"
        guard rule.model.isEmpty else {
            self.init(
                model: rule.model,
                name: name,
                service: file.service,
                summary: rule.summary,
                breaks: breaks
            )
            return
        }
        guard rule.notification.isEmpty else {
            self.init(
                notification: name,
                service: file.service,
                summary: rule.summary,
                breaks: breaks
            ) { content in
                let changed = rule.notification.applied(to: .object(content))
                if let object = changed.objectValue { content = object }
            }
            return
        }
        self.init(name: name, service: file.service, summary: rule.summary, breaks: breaks) {
            rule.response(to: $0, of: $1, in: file, replies: replies)
        }
    }
}
