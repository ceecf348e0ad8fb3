import Base
import HTTP
import JSON

/// How a request writes a value that only the shell knows: functions of the script, the innermost
/// first.
struct ShellSpelling: Hashable {
    /// What one function makes of a text.
    enum Layer: Hashable {
        /// The inside of a JSON text.
        case json
        /// Percent-encoded but for letters, digits, `-._~` and what is kept.
        case percent(kept: Kept, space: String)
        /// Percent-encoded but for what may stand in a URI, triplets too (RFC 6570 §3.2.3).
        case reserved
        /// The end of a path, without a question mark that begins an empty query.
        case ending
        /// What joins a query to a path with the text in it: `&` when that has begun one.
        case joint
        /// A part of a format of `printf`.
        case format
    }

    /// What stands for itself.
    enum Kept: Hashable {
        case characters(String)
        case all
    }

    var layers: [Layer] = []

    /// The word that the shell puts in: `"$(as_json "${TOKEN}")"`.
    func word(of environment: String) -> String {
        var text = "${\(environment)}"
        for layer in layers { text = "$(\(layer.function) \"\(text)\"\(layer.arguments))" }
        return "\"\(text)\""
    }
}

// MARK: - Finding out

extension ShellSpelling {
    /// Stands behind a mark, and shows by what became of it how the place writes values.
    ///
    /// It has every character of ASCII that some encoding changes, and a triplet; but not the question
    /// mark, after which a path would be a query.
    static let probe = " !\"#$%&'()*+,/:;<=>@[\\]^`{|}%41"

    /// Reads what became of the probe at the start of a text.
    ///
    /// - Parameters:
    ///   - text: What follows a mark.
    ///   - keepsQuestionMark: Whether a question mark stands for itself; `nil` when it does where a
    ///     slash does.
    /// - Returns: How values are written there, and what follows the probe; without a probe a value
    ///   is written as it is, and all of the text follows.
    static func read(
        _ text: some StringProtocol,
        keepsQuestionMark: Bool?
    ) -> (spelling: ShellSpelling, rest: String) {
        let bytes = Array(text.utf8)
        var inner = probe
        for depth in 0...2 {
            if let (layer, length) = read(Array(inner.utf8), in: bytes, keepsQuestionMark) {
                let layers = Array(repeating: Layer.json, count: depth) + [layer].compactMap(\.self)
                let rest = String(decoding: bytes[length...], as: UTF8.self)
                return (ShellSpelling(layers: layers), rest)
            }
            inner = json(inner)
        }
        return (ShellSpelling(), String(text))
    }

    /// The inside of the JSON text of a text.
    private static func json(_ text: String) -> String {
        String(JSONValue.string(text).text.dropFirst().dropLast())
    }

    /// Reads a text that may be percent-encoded.
    ///
    /// - Parameters:
    ///   - plain: The text.
    ///   - bytes: What begins with it.
    ///   - keepsQuestionMark: Whether a question mark stands for itself; `nil` when it does where a
    ///     slash does.
    /// - Returns: How it is encoded, `nil` for not at all, and how long it is there; `nil` when it
    ///   is not there.
    private static func read(
        _ plain: [UInt8],
        in bytes: [UInt8],
        _ keepsQuestionMark: Bool?
    ) -> (layer: Layer?, length: Int)? {
        var position = 0
        var kept: [UInt8] = []
        var changed: Set<UInt8> = []
        var space = " "
        for byte in plain {
            var encoded: [UInt8] = []
            PercentEncoding.append(byte, to: &encoded)
            let rest = bytes[min(position, bytes.count)...]
            if rest.starts(with: encoded) {
                position += 3
                changed.insert(byte)
                if byte == UInt8(ascii: " ") { space = "%20" }
            } else if rest.first == byte {
                position += 1
                if Self.isTelling(byte), !kept.contains(byte) { kept.append(byte) }
            } else if byte == UInt8(ascii: " "), rest.first == UInt8(ascii: "+") {
                position += 1
                space = "+"
            } else {
                return nil
            }
        }
        // One that begins a triplet, and one that does not.
        let percent = UInt8(ascii: "%")
        if kept.contains(percent), changed.contains(percent) { return (.reserved, position) }
        let isAll = Set(plain).filter(Self.isTelling).isSubset(of: kept)
        if isAll { return (space == " " ? nil : .percent(kept: .all, space: space), position) }
        if keepsQuestionMark ?? kept.contains(UInt8(ascii: "/")) { kept.append(UInt8(ascii: "?")) }
        let characters = String(decoding: kept, as: UTF8.self)
        return (.percent(kept: .characters(characters), space: space), position)
    }

    /// Whether a byte that stands for itself says anything of the encoding.
    private static func isTelling(_ byte: UInt8) -> Bool {
        byte != UInt8(ascii: " ") && !byte.isASCIIDigit
    }

    /// The ways in which a value can be written in a request, with what becomes of it.
    static func forms(
        of value: String,
        _ encoding: QueryEncoding
    ) -> [(spelling: ShellSpelling, text: String)] {
        let json = json(value)
        let encodings = [encoding, .percent]
        let percent = encodings.map { encoding -> Layer in
            let kept: Kept =
                switch encoding.kept {
                case .all: .all
                case .characters(let characters):
                    .characters(String(decoding: characters.sorted(), as: UTF8.self))
                }
            return .percent(kept: kept, space: encoding.space)
        }
        var forms = [(ShellSpelling(), value), (ShellSpelling(layers: [.json]), json)]
        for (encoding, layer) in zip(encodings, percent) {
            forms.append((ShellSpelling(layers: [layer]), encoding.encoded(value)))
            forms.append((ShellSpelling(layers: [.json, layer]), encoding.encoded(json)))
        }
        let reserved = PercentEncoding.encoded(value, keepsReserved: true)
        forms.append((ShellSpelling(layers: [.reserved]), reserved))
        return forms
    }
}

// MARK: - The functions

extension ShellSpelling.Layer {
    /// What the function gets beside the text.
    fileprivate var arguments: String {
        switch self {
        case .json, .reserved, .ending, .joint, .format: ""
        case .percent(.all, let space): " all \(ShellQuoting.quoted(space))"
        case .percent(.characters(let kept), let space):
            " \(ShellQuoting.quoted(kept)) \(ShellQuoting.quoted(space))"
        }
    }

    /// The name of the function that the script needs.
    var function: String {
        switch self {
        case .json: "as_json"
        case .percent: "as_percent"
        case .reserved: "as_reserved"
        case .ending: "as_ending"
        case .joint: "as_joint"
        case .format: "as_format"
        }
    }

    /// The functions by name, in the order in which a script has them.
    static let functions: [(name: String, text: String)] = [
        (
            "as_json",
            #"""
            # $1 as it stands in a JSON text.
            as_json() {
              printf '%s' "$1" | od -An -v -tu1 | LC_ALL=C awk '{
                for (i = 1; i <= NF; i++) {
                  n = $i + 0
                  if (n == 34 || n == 92) printf "\\%c", n
                  else if (n == 8) printf "\\b"
                  else if (n == 9) printf "\\t"
                  else if (n == 10) printf "\\n"
                  else if (n == 12) printf "\\f"
                  else if (n == 13) printf "\\r"
                  else if (n < 32) printf "\\u%04x", n
                  else printf "%c", n
                }
              }'
            }
            """#
        ),
        (
            "as_percent",
            #"""
            # $1 percent-encoded but for letters, digits and $2, with $3 for a space.
            as_percent() {
              printf '%s' "$1" | od -An -v -tu1 | kept="$2" space="$3" LC_ALL=C awk '{
                for (i = 1; i <= NF; i++) {
                  n = $i + 0
                  c = sprintf("%c", n)
                  if (n == 32) printf "%s", ENVIRON["space"]
                  else if (ENVIRON["kept"] == "all" || c ~ /[A-Za-z0-9._~-]/) printf "%s", c
                  else if (index(ENVIRON["kept"], c)) printf "%s", c
                  else printf "%%%02X", n
                }
              }'
            }
            """#
        ),
        (
            "as_reserved",
            #"""
            # $1 percent-encoded but for what may stand in a URI, and for what is encoded already.
            as_reserved() {
              printf '%s' "$1" | od -An -v -tu1 | LC_ALL=C awk '
                function hex(n) { return n >= 48 && n <= 57 || n >= 65 && n <= 70 || n >= 97 && n <= 102 }
                { for (i = 1; i <= NF; i++) byte[++count] = $i + 0 }
                END {
                  for (i = 1; i <= count; i++) {
                    n = byte[i]
                    c = sprintf("%c", n)
                    if (c ~ /[A-Za-z0-9._~-]/ || index(":/?#[]@!$&()*+,;=", c) || n == 39) printf "%s", c
                    else if (n == 37 && i + 2 <= count && hex(byte[i + 1]) && hex(byte[i + 2])) printf "%s", c
                    else printf "%%%02X", n
                  }
                }'
            }
            """#
        ),
        (
            "as_ending",
            #"""
            # $1 without a question mark at its end that begins an empty query.
            as_ending() { case "${1%\?}" in *\?*) printf '%s' "$1" ;; *) printf '%s' "${1%\?}" ;; esac; }
            """#
        ),
        (
            "as_joint",
            #"""
            # What joins a query to a path with $1 in it.
            as_joint() { case "$1" in *\?*) printf '&' ;; *) printf '?' ;; esac; }
            """#
        ),
        (
            "as_format",
            #"""
            # $1 as it stands in a format of printf.
            as_format() { printf '%s' "$1" | sed 's/[\\%]/&&/g'; }
            """#
        ),
    ]
}
