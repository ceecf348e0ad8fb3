import HTTP
import HTTPServer
import JSON
import Synchronization

/// A small notes service that follows its contract, except for the configured mistakes.
final class NoteServer: Sendable {
    /// Possible mistakes.
    enum Mistake: CaseIterable {
        /// Accepts one character more than allowed.
        case limit
        /// Fails on an empty list.
        case emptyList
        /// Fails on null.
        case null
        /// Does not store changes.
        case lostUpdate
        /// Rejects with a status that the contract does not mention.
        case status
        /// Rejects with a code that is missing from the catalogue.
        case code
        /// Exposes its internals.
        case stackTrace
        /// Accepts requests without a key.
        case credentials
        /// Does not delete.
        case undead
        /// Sends a different response every second time.
        case unstable
        /// Counts a character above U+FFFF twice.
        case unicode
        /// Does not respond.
        case hang
    }

    private struct State {
        var notes: [(id: String, members: JSONObject)] = []
        var lastID = 0
        var reads = 0
    }

    /// The reason why a request is rejected.
    private struct Refusal: Error {
        let status: Int
        let code: String
    }

    private let mistakes: Set<Mistake>
    private let state: Box
    private let daemon: HTTPDaemon

    private final class Box: Sendable {
        let value = Mutex(State())
    }

    init(_ mistakes: Set<Mistake> = []) throws {
        self.mistakes = mistakes
        let state = Box()
        self.state = state
        daemon = try HTTPDaemon(
            limits: ServerLimits(requestLineBytes: 16_384, bodyBytes: 1_048_576),
            options: ServerOptions(connections: 64, threads: 1, drainTimeout: .zero)
        ) { request in
            state.value.withLock { Exchange(request, mistakes).answer(in: &$0) }
        }
    }

    deinit { daemon.stop() }

    /// `http://127.0.0.1:PORT`.
    var origin: String { daemon.origin }

    // MARK: - One exchange

    private struct Exchange {
        let request: ServerRequest
        let mistakes: Set<Mistake>

        init(_ request: ServerRequest, _ mistakes: Set<Mistake>) {
            (self.request, self.mistakes) = (request, mistakes)
        }

        func answer(in state: inout State) -> ServerResponse {
            do {
                return try answered(in: &state)
            } catch {
                var response = Self.json(error.status, ["error": .string(error.code)])
                if error.status == 405 {
                    let isNote = request.path.split(separator: "/").count > 1
                    response.headers.append("Allow", isNote ? "GET, PUT, DELETE" : "GET, POST")
                }
                return response
            }
        }

        private static func json(_ status: Int, _ value: JSONValue) -> ServerResponse {
            ServerResponse(
                status: status,
                headers: HTTPFields([.init(name: "Content-Type", value: "application/json")]),
                body: Array(value.text.utf8)
            )
        }

        private func answered(in state: inout State) throws(Refusal) -> ServerResponse {
            let key = request.headers["X-Key"]
            let isOpen = mistakes.contains(.credentials) && key == nil
            guard key == "secret-key-1" || isOpen else {
                throw Refusal(status: 401, code: "UNAUTHORIZED")
            }
            let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.first == "", parts.count == 2 || parts.count == 3, parts[1] == "notes"
            else {
                throw Refusal(status: 404, code: "NOT_FOUND")
            }
            if parts.count == 3 { return try answer(about: String(parts[2]), &state) }
            switch request.method {
            case "POST":
                var members = JSONObject()
                state.lastID += 1
                members["id"] = .string("n\(state.lastID)")
                for member in try draft().members { members[member.name] = member.value }
                state.notes.append(("n\(state.lastID)", members))
                return Self.json(201, .object(members))
            case "GET": return try list(state)
            default:
                throw Refusal(status: 405, code: mistakes.contains(.code) ? "WHAT" : "METHOD")
            }
        }

        private func answer(
            about id: String,
            _ state: inout State
        ) throws(Refusal) -> ServerResponse {
            guard ["GET", "PUT", "DELETE"].contains(request.method) else {
                throw Refusal(status: 405, code: "METHOD")
            }
            guard let index = state.notes.firstIndex(where: { $0.id == id }) else {
                throw Refusal(status: 404, code: "NOT_FOUND")
            }
            switch request.method {
            case "GET":
                state.reads += 1
                var members = state.notes[index].members
                if mistakes.contains(.unstable), state.reads.isMultiple(of: 2) {
                    members["color"] = "grey"
                }
                return Self.json(200, .object(members))
            case "DELETE":
                if !mistakes.contains(.undead) { state.notes.remove(at: index) }
                return ServerResponse(status: 204)
            default:
                let draft = try draft()
                if !mistakes.contains(.lostUpdate) {
                    for member in draft.members {
                        state.notes[index].members[member.name] = member.value
                    }
                }
                return Self.json(200, .object(state.notes[index].members))
            }
        }

        private func list(_ state: State) throws(Refusal) -> ServerResponse {
            let fields = FormDecoding.fields(in: Array((request.query ?? "").utf8))
            var limit = 10
            for field in fields {
                guard field.name == "limit", let number = Int(field.value) else {
                    throw Self.invalid
                }
                guard (1...50).contains(number) else {
                    guard mistakes.contains(.hang), number == 0 else { throw Self.invalid }
                    return ServerResponse(status: 422, delay: .seconds(8))
                }
                limit = number
            }
            let notes = state.notes.prefix(limit).map { JSONValue.object($0.members) }
            return Self.json(200, ["notes": .array(notes)])
        }

        // MARK: What is taken

        private static let invalid = Refusal(status: 422, code: "INVALID")

        private func draft() throws(Refusal) -> JSONObject {
            let body: JSONValue
            do {
                body = try JSONValue(parsing: request.body)
            } catch {
                let isOpen = mistakes.contains(.stackTrace)
                throw Refusal(
                    status: 400,
                    code: isOpen ? "at Notes.parse(Notes.java:42)" : "BAD_JSON"
                )
            }
            guard let object = body.objectValue, object["text"] != nil else { throw Self.invalid }
            for member in object.members { try check(member.name, member.value) }
            return object
        }

        private func check(_ name: String, _ value: JSONValue) throws(Refusal) {
            if value == .null, name == "text", mistakes.contains(.null) {
                throw Refusal(status: 500, code: "INTERNAL")
            }
            let isGood =
                switch name {
                case "text": isText(value)
                case "tags": try isTags(value)
                case "priority": value.intValue.map { (1...9).contains($0) } ?? false
                case "color": ["red", "green"].contains(value)
                default: false
                }
            guard !isGood else { return }
            let isOdd = name == "color" && mistakes.contains(.status)
            throw isOdd ? Refusal(status: 409, code: "INVALID") : Self.invalid
        }

        private func isText(_ value: JSONValue) -> Bool {
            guard let text = value.stringValue else { return false }
            let longest = mistakes.contains(.limit) ? 101 : 100
            let length =
                mistakes.contains(.unicode) ? text.utf16.count : text.unicodeScalars.count
            return (1...longest).contains(length)
        }

        private func isTags(_ value: JSONValue) throws(Refusal) -> Bool {
            guard let tags = value.arrayValue else { return false }
            if tags.isEmpty, mistakes.contains(.emptyList) {
                throw Refusal(status: 500, code: "INTERNAL")
            }
            return tags.count <= 5 && tags.allSatisfy { $0.stringValue != nil }
        }
    }
}

extension NoteServer {
    /// The promises of its documents.
    static let contract = """
        contract: "1"
        info: { title: Notes, version: "1.0" }
        targets: { api: { documented: "https://api.notes.example.com" } }
        failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.error", type: string } }
        variables: { key: { default: secret-key-1 } }
        securitySchemes: { app: { type: apiKey, headers: { X-Key: "{{key}}" } } }
        schemas:
          Draft:
            type: object
            required: [text]
            additionalProperties: false
            properties:
              text: { type: string, minLength: 1, maxLength: 100 }
              tags: { type: array, items: { type: string }, maxItems: 5 }
              priority: { type: integer, minimum: 1, maximum: 9 }
              color: { enum: [red, green] }
          Note:
            type: object
            required: [id, text]
            properties:
              id: { type: string }
              text: { type: string }
              priority: { type: integer }
        operations:
          createNote:
            request:
              method: POST
              path: /notes
              security: app
              json: { text: hello, tags: [a], priority: 3 }
            accepts: { json: { $ref: "#/schemas/Draft" } }
            responses: { "201": { schema: { $ref: "#/schemas/Note" } } }
          listNotes:
            request: { method: GET, path: /notes, security: app, query: { limit: 10 } }
            accepts:
              query:
                type: object
                additionalProperties: false
                properties: { limit: { type: integer, minimum: 1, maximum: 50 } }
            responses: { "200": { schema: { type: object, required: [notes] } } }
          getNote:
            request: { method: GET, path: "/notes/{id}", security: app, params: { id: none } }
            responses: { "200": { schema: { $ref: "#/schemas/Note" } } }
          updateNote:
            request:
              method: PUT
              path: "/notes/{id}"
              security: app
              params: { id: none }
              json: { text: changed, priority: 5 }
            accepts: { json: { $ref: "#/schemas/Draft" } }
            responses: { "200": { schema: { $ref: "#/schemas/Note" } } }
          deleteNote:
            request: { method: DELETE, path: "/notes/{id}", security: app, params: { id: none } }
            responses: { "204": {} }
        errors:
          UNAUTHORIZED: { status: 401 }
          BAD_JSON: { status: 400 }
          INVALID: { status: 422 }
          NOT_FOUND: { status: 404 }
          METHOD: { status: 405 }

        """

    /// A case that shows the order of the operations.
    static let cases = """
        cases:
          life:
            steps:
              - { call: createNote, captures: { id: { jsonpath: "$.id" } } }
              - { call: getNote, params: { id: "{{id}}" } }
              - { call: updateNote, params: { id: "{{id}}" } }
              - { call: listNotes }
              - { call: deleteNote, params: { id: "{{id}}" } }

        """
}
