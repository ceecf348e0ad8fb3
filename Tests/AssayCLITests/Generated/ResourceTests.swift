import HTTP
import HTTPServer
import JSON
import Synchronization
import TestSupport
import Testing

/// Sequences over the objects of a server: wrong servers, and sound ones with habits of their own.
struct ResourceTests {
    /// What a server does in its own way.
    enum Habit: Sendable {
        case none
        /// PUT and PATCH succeed and change nothing.
        case ignoresUpdates
        /// PATCH succeeds and changes nothing.
        case ignoresPatches
        /// Texts are stored trimmed and in capitals.
        case normalizesTexts
        /// The color of a book can never be changed.
        case keepsColors
        /// DELETE removes every book.
        case deletesAll
        /// A second book like an existing one is that one.
        case joinsEqualBooks
        /// A new book takes the place of the one before.
        case keepsOneBook
        /// The list shows no books.
        case listsNone
        /// The list shows new books only after it was read once.
        case listsLate
        /// The list shows the oldest five books.
        case listsFive
        /// The list shows two books, and the number of all.
        case listsPages
        /// The list shows green books only.
        case listsGreen
        /// The list shows books with a published state only.
        case listsPublished
    }

    private static let document = #"""
        openapi: 3.1.0
        info: { title: Books, version: "1" }
        paths:
          /books:
            post:
              operationId: add
              requestBody: { $ref: "#/components/requestBodies/Draft" }
              responses: { "201": { $ref: "#/components/responses/Book" }, "422": { description: Wrong. } }
            get:
              operationId: list
              responses: { "200": { $ref: "#/components/responses/Books" } }
          /books/{id}:
            parameters: [ { in: path, name: id, required: true, schema: { type: integer } } ]
            get:
              operationId: read
              responses: { "200": { $ref: "#/components/responses/Book" }, "404": { description: None. } }
            put:
              operationId: replace
              requestBody: { $ref: "#/components/requestBodies/Draft" }
              responses: { "200": { $ref: "#/components/responses/Book" }, "404": { description: None. } }
            patch:
              operationId: change
              requestBody:
                content: { application/json: { schema: { properties: { title: { type: string } } } } }
              responses: { "200": { $ref: "#/components/responses/Book" }, "404": { description: None. } }
            delete:
              operationId: remove
              responses: { "204": { description: Gone. }, "404": { description: None. } }
        components:
          requestBodies:
            Draft:
              required: true
              content: { application/json: { schema: { $ref: "#/components/schemas/Draft" } } }
          responses:
            Book:
              description: A book.
              content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } }
            Books:
              description: Some books.
              content: { application/json: { schema: { $ref: "#/components/schemas/Books" } } }
          schemas:
            Books:
              type: object
              required: [books]
              properties: { books: { type: array, items: { $ref: "#/components/schemas/Book" } } }
            Draft:
              type: object
              required: [title, price, color]
              properties:
                title: { type: string, minLength: 1, maxLength: 20 }
                price: { type: number, minimum: 0 }
                color: { type: string, enum: [red, green] }
            Book:
              allOf:
                - { $ref: "#/components/schemas/Draft" }
                - { type: object, required: [id], properties: { id: { type: integer } } }
        """#

    /// The books, by identifier.
    private final class Shelf: Sendable {
        let habit: Habit
        private let books = Mutex<(all: [Int: JSONObject], last: Int)>(([:], 0))
        /// The latest book that a list shows if it is late.
        private let visible = Mutex(0)

        init(_ habit: Habit) { self.habit = habit }

        func response(to request: ServerRequest) -> ServerResponse {
            let parts = request.path.split(separator: "/")
            return books.withLock { books in
                switch (request.method, parts.count) {
                case ("POST", 1):
                    guard let draft = draft(request) else { return json(422, [:]) }
                    if habit == .joinsEqualBooks,
                        let id = books.all.first(where: { $0.value == draft })?.key
                    {
                        return shown(201, id, draft)
                    }
                    if habit == .keepsOneBook { books.all = [:] }
                    books.last += 1
                    books.all[books.last] = draft
                    return shown(201, books.last, draft)
                case ("GET", 1): return list(books.all)
                case (_, 2):
                    guard let id = Int(parts[1]), let book = books.all[id] else {
                        return json(404, [:])
                    }
                    return response(to: request, id, book, in: &books.all)
                default: return json(404, [:])
                }
            }
        }

        private func response(
            to request: ServerRequest,
            _ id: Int,
            _ book: JSONObject,
            in books: inout [Int: JSONObject]
        ) -> ServerResponse {
            switch request.method {
            case "GET": return shown(200, id, book)
            case "DELETE":
                books[id] = nil
                if habit == .deletesAll { books = [:] }
                return ServerResponse(status: 204)
            case "PUT", "PATCH":
                let isPatch = request.method == "PATCH"
                guard let draft = draft(request, on: isPatch ? book : JSONObject()) else {
                    return json(422, [:])
                }
                if habit == .keepsColors, draft["color"] != book["color"] { return json(400, [:]) }
                let isIgnored = habit == .ignoresUpdates || habit == .ignoresPatches && isPatch
                if !isIgnored { books[id] = draft }
                return shown(200, id, draft)
            default: return json(404, [:])
            }
        }

        private func list(_ books: [Int: JSONObject]) -> ServerResponse {
            var shown = books.keys.sorted().compactMap { id in books[id].map { (id, $0) } }
            switch habit {
            case .listsNone, .listsPublished: shown = []
            case .listsLate: shown.removeAll { $0.0 > visible.withLock(\.self) }
            case .listsFive: shown = Array(shown.prefix(5))
            case .listsPages: shown = Array(shown.prefix(2))
            case .listsGreen: shown.removeAll { $0.1["color"] != "green" }
            default: break
            }
            // Each list brings the next one up to date.
            visible.withLock { $0 = books.keys.max() ?? 0 }
            var object = JSONObject()
            object["books"] = .array(shown.map { .object(book($0.0, $0.1)) })
            if habit == .listsPages { object["total"] = .integer(books.count) }
            return json(200, .object(object))
        }

        /// A book with the members of a body; `nil` without one of them.
        private func draft(
            _ request: ServerRequest,
            on book: JSONObject = JSONObject()
        ) -> JSONObject? {
            guard let body = try? JSONValue(parsing: request.body).objectValue else { return nil }
            var draft = book
            for name in ["title", "price", habit == .listsPublished ? "state" : "color"] {
                draft[name] = body[name] ?? book[name]
                guard draft[name] != nil else { return nil }
            }
            if habit == .normalizesTexts, let title = draft["title"]?.stringValue {
                let words = title.split(separator: " ").joined(separator: " ")
                draft["title"] = .string(words.uppercased())
            }
            return draft
        }

        private func shown(_ status: Int, _ id: Int, _ book: JSONObject) -> ServerResponse {
            json(status, .object(self.book(id, book)))
        }

        private func book(_ id: Int, _ members: JSONObject) -> JSONObject {
            var book = members
            book["id"] = .integer(id)
            return book
        }

        private func json(_ status: Int, _ value: JSONValue) -> ServerResponse {
            ServerResponse(
                status: status,
                headers: HTTPFields([.init(name: "Content-Type", value: "application/json")]),
                body: Array(value.text.utf8)
            )
        }
    }

    /// The findings of sequences: `lost-update: add → replace → read`.
    private static func findings(_ habit: Habit) async throws -> Set<String> {
        let shelf = Shelf(habit)
        let daemon = try HTTPDaemon(
            limits: ServerLimits(requestLineBytes: 16_384, bodyBytes: 1_048_576),
            options: ServerOptions(connections: 64, threads: 1, drainTimeout: .zero),
            handler: shelf.response
        )
        defer { daemon.stop() }
        let folder = try TemporaryDirectory()
        let text = habit == .listsPublished ? document.replacing("color", with: "state") : document
        let path = try folder.write(Array(text.utf8), to: "books.yaml")
        let run = try await RunningProgram([
            "verify", "--openapi", path, "--target", daemon.origin, "--generate=160", "--seed", "1",
            "--time", "60s", "--format", "json",
        ]).end()
        let report = try JSONValue(parsing: run.output)
        let contract = try #require(report["contracts"]?.arrayValue?.first, "\(run.errors)")
        #expect(contract["generation"]?["inconclusive"] == 0)
        let findings = (contract["cases"]?.arrayValue ?? []).compactMap { $0["generated"] }
        return Set(
            findings.flatMap { finding in
                (finding["alterations"]?.arrayValue ?? []).compactMap(\.stringValue)
                    .filter { $0.contains("→") }
                    .map { "\(finding["kind"]?.stringValue ?? ""): \($0)" }
            }
        )
    }

    @Test(
        "A wrong server is found by a sequence over its objects, and a sound one is not",
        arguments: [
            (Habit.none, []),
            (.ignoresUpdates, ["lost-update: add → replace → read"]),
            (.ignoresPatches, ["lost-update: add → change → read"]),
            (.normalizesTexts, []),
            (.keepsColors, []),
            (.deletesAll, ["vanished: add → add → read → remove → read"]),
            (.joinsEqualBooks, []),
            (.keepsOneBook, []),
            (.listsNone, ["vanished: add → add → list"]),
            (.listsLate, []),
            (.listsFive, []),
            (.listsPages, []),
            (.listsGreen, []),
            (.listsPublished, []),
        ]
    )
    func findings(habit: Habit, wanted: [String]) async throws {
        #expect(try await Self.findings(habit) == Set(wanted))
    }
}
