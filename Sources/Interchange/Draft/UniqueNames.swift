/// Names of which each is given once.
struct UniqueNames {
    private var used: Set<String>

    init(reserved: Set<String> = []) {
        used = reserved
    }

    /// The name, with a number behind it when it is taken: `getPet`, `getPet2`.
    mutating func unique(_ name: String) -> String {
        var candidate = name
        var number = 1
        while !used.insert(candidate).inserted {
            number += 1
            candidate = "\(name)\(number)"
        }
        return candidate
    }
}
