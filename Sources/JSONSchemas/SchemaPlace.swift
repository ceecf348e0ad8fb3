import Base
import JSON

/// A place in one of the documents that make up a schema.
struct SchemaPlace: Hashable, Sendable {
    /// Position in the compiler's list; zero is the document that is being compiled.
    let document: Int
    /// A JSON Pointer from the root of the document.
    let pointer: CodePoints

    init(document: Int, pointer: String) {
        self.document = document
        self.pointer = CodePoints(pointer)
    }

    /// The place of a member below this one.
    func child(_ name: String) -> SchemaPlace { child(.name(name)) }

    /// The place one step below this one.
    func child(_ token: PointerToken) -> SchemaPlace {
        SchemaPlace(document: document, pointer: pointer.text + token.text)
    }
}

/// One step of a JSON Pointer, not yet spelled out.
enum PointerToken: Hashable, Sendable {
    case name(String)
    case index(Int)

    /// The step as it stands in a pointer, with its slash.
    var text: String {
        switch self {
        case .name(let name): JSONPointer.text(of: CollectionOfOne(name))
        case .index(let index): "/\(index)"
        }
    }
}
