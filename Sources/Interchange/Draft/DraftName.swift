/// Makes valid names for a contract from those of other documents.
enum DraftName {
    /// Longer names are cut: YAML limits the length of keys, and they are not typed by hand.
    private static let longest = 120

    /// A name as the key of a table: a name that begins with `x-` is a remark there, not an entry.
    ///
    /// Every name of another document must pass through here to become a key.
    static func key(_ name: String) -> String {
        name.hasPrefix("x-") ? "x_" + name.dropFirst(2) : name
    }

    /// The name of an operation or a case: no brackets, slashes, asterisks or spaces.
    static func identifier(_ text: String) -> String {
        let letters = text.unicodeScalars.prefix(longest).map { scalar in
            let isUnfit = "[]/*{}\"'#:,".unicodeScalars.contains(scalar)
            return isUnfit || scalar.properties.isWhitespace || scalar.value < 0x20 ? "-" : scalar
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: letters)
        let name = String(view)
        return name.isEmpty || name == "errors" ? "operation" : key(name)
    }

    /// The words of a text as one: `X-Api-Key` becomes `xApiKey`.
    static func camelCase(_ text: String) -> String {
        let words = words(of: String(text.unicodeScalars.prefix(longest)))
        guard let first = words.first else { return "value" }
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let isShouted = first.allSatisfy { !$0.isLowercase }
        let start =
            isShouted ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
        let name = start + rest.joined()
        return name.first?.isNumber == true ? "v" + name : name
    }

    /// The name of the environment variable: `xApiKey` becomes `X_API_KEY`.
    static func environment(_ text: String) -> String {
        var name = ""
        for word in words(of: text) {
            if !name.isEmpty { name += "_" }
            var previousIsLower = false
            for character in word {
                if character.isUppercase && previousIsLower { name += "_" }
                previousIsLower = character.isLowercase || character.isNumber
                name += character.uppercased()
            }
        }
        return name.first.map { $0.isNumber } ?? true ? "VALUE_" + name : name
    }

    /// A name in the environment that no shell sets: `PWD` of a recording becomes `RECORD_PWD`.
    ///
    /// Otherwise the variable would get the value of the shell where the user sets none.
    ///
    /// - Parameters:
    ///   - name: As `environment` returns it.
    ///   - source: The kind of the document that the variable comes from.
    /// - Returns: The name.
    static func unset(_ name: String, by source: String) -> String {
        let isOfShell = ofShells.contains(name) || shellPrefixes.contains { name.hasPrefix($0) }
        return isOfShell ? "\(source.uppercased())_\(name)" : name
    }

    /// Names that shells, logins, terminals and build services set or read.
    private static let ofShells: Set<String> = [
        "USER", "USERNAME", "LOGNAME", "UID", "EUID", "PPID", "GROUPS", "HOME", "PATH", "MANPATH",
        "HOST", "HOSTNAME", "HOSTTYPE", "OSTYPE", "MACHTYPE", "SHELL", "SHLVL", "SHELLOPTS", "IFS",
        "PWD", "OLDPWD", "CDPATH", "LANG", "LANGUAGE", "TZ", "TERM", "COLORTERM", "COLUMNS",
        "LINES",
        "LINENO", "SECONDS", "RANDOM", "OPTIND", "OPTARG", "EDITOR", "VISUAL", "BROWSER", "PAGER",
        "LESS", "TMPDIR", "TMP", "TEMP", "MAIL", "DISPLAY", "PORT", "CI", "NO_COLOR", "HTTP_PROXY",
        "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
    ]

    private static let shellPrefixes = [
        "LC_", "LD_", "LS_", "XDG_", "SSH_", "DBUS_", "BASH_", "SUDO_",
    ]

    /// A name for a call without one: `GET /v1/pets/{id}` becomes `getPetsById`.
    static func operation(_ method: String, _ path: String) -> String {
        var name = method.lowercased()
        var parameters: [String] = []
        for segment in path.split(separator: "/") {
            if segment.hasPrefix("{") {
                parameters += words(of: String(segment))
            } else if !isVersion(segment) {
                name += capitalized(String(segment))
            }
        }
        if parameters.isEmpty && name == method.lowercased() { name += "Root" }
        if !parameters.isEmpty {
            name += "By" + parameters.map { capitalized($0) }.joined()
        }
        return name
    }

    /// `v1` or `2013-09-01`, which all calls of an API share.
    private static func isVersion(_ segment: Substring) -> Bool {
        let digits = segment.first == "v" ? segment.dropFirst() : segment
        return digits.first?.isNumber == true
            && digits.allSatisfy { $0.isNumber || $0 == "." || $0 == "-" }
    }

    private static func capitalized(_ text: String) -> String {
        words(of: text).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The runs of ASCII letters and digits.
    private static func words(of text: String) -> [String] {
        text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    }
}

/// Names that a variable of a contract must not have.
enum DraftVariableNames {
    /// Functions of templates, and names that the tool defines itself.
    static let reserved: Set<String> = [
        "hex", "digits", "alnum", "uuid", "seq", "now", "request", "response", "parameters",
        "stringToSign", "index", "operation", "seed",
    ]
}

/// Names that are each used only once.
struct UniqueNames {
    private var used: Set<String>

    init(reserved: Set<String> = []) {
        used = reserved
    }

    /// The name as a key, with a number after it when it is taken: `getPet`, `getPet2`.
    mutating func unique(_ name: String, separator: String = "") -> String {
        var candidate = DraftName.key(name)
        var number = 1
        while !used.insert(candidate).inserted {
            number += 1
            candidate = DraftName.key("\(name)\(separator)\(number)")
        }
        return candidate
    }
}
