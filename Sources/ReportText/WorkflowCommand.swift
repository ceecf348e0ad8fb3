import Base

/// A line that GitHub Actions interprets as a command when a step prints it.
///
/// Source: "Workflow commands for GitHub Actions", docs.github.com; the escapes are those of the
/// runner itself.
package struct WorkflowCommand: CustomStringConvertible {
    /// The kind of an annotation.
    package enum Name: String {
        case error, warning, notice
    }

    private let name: Name
    private let properties: [(name: String, value: String)]
    private let message: String

    /// The properties are written in this order.
    package init(name: Name, properties: [(name: String, value: String)], message: String) {
        self.name = name
        self.properties = properties
        self.message = message
    }

    package var description: String {
        let list = properties.map { "\($0.name)=\(Self.property($0.value))" }
        let separator = list.isEmpty ? "" : " "
        return "::\(name.rawValue)\(separator)\(list.joined(separator: ","))::"
            + Self.data(message)
    }

    private static func data(_ text: String) -> String { escaped(text, "%\r\n") }

    private static func property(_ text: String) -> String { escaped(text, "%\r\n:,") }

    private static func escaped(_ text: String, _ special: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            if special.unicodeScalars.contains(scalar) {
                escaped += "%" + Hex.text(of: scalar.value, digits: 2, uppercase: true)
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
