import JSON

/// The generators of a Pact file, which replace example values of a request when it is sent.
struct PactGenerators {
    /// Templates by their places in the body.
    private(set) var body: [(path: [String], text: String)] = []
    private var others: [(category: String, path: [String], text: String)] = []
    /// Those that a contract does not support.
    private(set) var unknown: [ReadValue] = []

    init(_ generators: ReadValue?) {
        for category in generators?.members ?? [] {
            if category.value.value["type"] != nil {
                add(category.value, category.name, [])
                continue
            }
            for member in category.value.members {
                add(member.value, category.name, PactRules.tokens(member.name))
            }
        }
    }

    private mutating func add(_ generator: ReadValue, _ category: String, _ path: [String]) {
        guard let text = Self.text(generator), !path.contains("*") else {
            unknown.append(generator)
            return
        }
        if category == "body" {
            body.append((path, text))
        } else {
            others.append((category, path, text))
        }
    }

    /// The template for a place outside of the body.
    func text(of category: String, at path: [String]) -> String? {
        others.first {
            $0.category == category
                && $0.path.map { $0.lowercased() } == path.map { $0.lowercased() }
        }?.text
    }

    /// The generated value: `{{$…}}` for a function of the contract, `{{…}}` for a variable.
    private static func text(_ generator: ReadValue) -> String? {
        let kind = generator.value["type"]?.stringValue ?? ""
        let isPlain = generator.value["format"] == nil
        func number(_ name: String, or usual: Int) -> Int {
            min(max(1, generator[name]?.take().intValue ?? usual), 1_000)
        }
        let text: String?
        switch kind {
        case "Uuid" where isPlain: text = "{{$uuid}}"
        case "RandomString": text = "{{$alnum \(number("size", or: 20))}}"
        case "RandomHexadecimal": text = "{{$hex \(number("digits", or: 10))}}"
        case "DateTime" where isPlain: text = "{{$now rfc3339}}"
        case "ProviderState":
            guard let expression = generator["expression"]?.text else { return nil }
            text = expression.replacing("${", with: "{{").replacing("}", with: "}}")
            _ = generator["dataType"]?.text
        default: text = nil
        }
        if text != nil { _ = generator["type"]?.text }
        return text
    }
}
