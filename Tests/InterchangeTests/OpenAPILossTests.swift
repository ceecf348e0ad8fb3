import JSON
import Testing

@testable import Interchange

/// Every part of a document is in the contract, or is reported as missing there.
struct OpenAPILossTests {
    /// Members that are for human readers as a whole, whatever they contain.
    private static let told: Set<String> = [
        "contact", "license", "externalDocs", "tags", "examples", "example",
    ]

    /// Members that would be implied by the rest of the document.
    private static let implied: Set<String> = [
        "/components/parameters/id/required", "/components/securitySchemes/key/in",
        "/paths/~1things~1{id}/post/parameters/1/explode",
        "/paths/~1things~1{id}/post/requestBody/required",
        "/consumes", "/consumes/0", "/securityDefinitions/key/in",
        "/paths/~1pets/post/parameters/0/name", "/paths/~1pets~1{petId}/parameters/0/required",
        "/paths/~1pets~1{petId}/post/consumes", "/paths/~1pets~1{petId}/post/consumes/0",
        "/paths/~1pets~1{petId}/patch/consumes", "/paths/~1pets~1{petId}/patch/consumes/0",
    ]

    @Test(
        "Removing any part of a document changes the import",
        arguments: ["everything.openapi.yaml", "pets.swagger.yaml"]
    )
    func nothingInSilence(name: String) throws {
        let document = try Fixture.foreign(name)
        let whole = try OpenAPIImport.contract(from: document, file: name)
        let lost = Set(whole.losses.compactMap(\.pointer))
        var tried: Set<[String]> = []
        var silent: [JSONPointer] = []
        visit(document, JSONPointer(tokens: [])) { pointer in
            // With a few exceptions, the parts of schemas for members are taken over word for word.
            if pointer.tokens.dropLast().contains("properties"),
                !["xml", "externalDocs", "readOnly"].contains(pointer.tokens.last)
            {
                return
            }
            // A lost or reported part includes everything below it.
            for length in pointer.tokens.indices.dropFirst() {
                let above = JSONPointer(tokens: Array(pointer.tokens[..<length]))
                let last = pointer.tokens[length - 1]
                if lost.contains(above) || last.hasPrefix("x-") { return }
                if length == 1, Self.told.contains(last) { return }
                if last == "externalDocs" || last == "license" || last == "value" { return }
                if last == "example" || last == "examples" && length + 1 < pointer.tokens.count {
                    return
                }
            }
            // For each pair of nested words, one example is enough.
            let words = pointer.tokens.filter { JSONPointer.index($0) == nil }.suffix(2)
            guard tried.insert(Array(words)).inserted else { return }
            do {
                let rest = try document.removing(pointer)
                if try OpenAPIImport.contract(from: rest, file: name).text == whole.text {
                    silent.append(pointer)
                }
            } catch {
                // The removed part is required.
            }
        }
        silent.removeAll { Self.implied.contains($0.description) }
        #expect(silent.isEmpty, "\(silent)\n\(whole.text)")
        #expect(tried.count > 60)
    }

    private func visit(_ value: JSONValue, _ place: JSONPointer, _ body: (JSONPointer) -> Void) {
        for (name, inner) in value.objectValue?.members.map({ ($0.name, $0.value) }) ?? [] {
            body(place.appending(name))
            visit(inner, place.appending(name), body)
        }
        for (index, inner) in (value.arrayValue ?? []).enumerated() {
            body(place.appending("\(index)"))
            visit(inner, place.appending("\(index)"), body)
        }
    }
}
