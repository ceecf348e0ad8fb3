import Base
import Contract
import JSON

/// Stands for values that only the shell puts in.
struct ScriptSecrets {
    /// A variable and where the shell finds it.
    struct Secret {
        let variable: String
        let environment: String
        let mark: String
        /// Whether the shell writes the Base64 of the texts around it.
        var basic: (user: String, password: String)?
    }

    private var known: [Secret] = []
    private var usedMarks: Set<String> = []

    /// Those that a command holds, in the order of the contracts.
    var used: [Secret] { known.filter { usedMarks.contains($0.mark) && $0.basic == nil } }

    /// The mark of a variable: letters and digits that no encoding changes.
    mutating func mark(of variable: VariableSpecification) -> String {
        if let secret = known.first(where: { $0.variable == variable.name }) { return secret.mark }
        let mark = "assay0variable0\(known.count)x"
        known.append(
            Secret(
                variable: variable.name,
                environment: variable.environment ?? DraftName.environment(variable.name),
                mark: mark
            )
        )
        return mark
    }

    /// The mark of a scheme's access token, which the shell takes from the environment.
    mutating func accessToken(of scheme: SecurityScheme) -> String {
        mark(
            of: VariableSpecification(
                name: "\(scheme.name).\(TokenSource.name)",
                environment: DraftName.environment("\(scheme.name)-access-token"),
                isSecret: true,
                defaultValue: nil,
                location: SourceLocation(file: "", line: 1, column: 1)
            )
        )
    }

    /// The scheme with a mark in place of a user's name and password in Base64.
    mutating func hidingPassword(
        of scheme: SecurityScheme,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> SecurityScheme {
        var headers: [TemplateValue.Member] = []
        for header in scheme.headers {
            guard case .basic(let user, let password)? = SchemeKind(header.value) else {
                headers.append(header)
                continue
            }
            let mark = "assay0variable0\(known.count)x"
            var secret = Secret(variable: scheme.name, environment: "", mark: mark)
            secret.basic = (
                try evaluator.value(of: user).spelling, try evaluator.value(of: password).spelling
            )
            known.append(secret)
            let value = TemplateValue.constant(.string("Basic \(mark)"))
            headers.append(TemplateValue.Member(name: header.name, value: value))
        }
        return SecurityScheme(
            name: scheme.name,
            headers: headers,
            query: scheme.query,
            signature: scheme.signature,
            token: scheme.token
        )
    }

    /// A command in which the shell puts in what the marks stand for.
    mutating func revealed(_ command: String) -> String {
        var text = command
        // Those in Base64 hold other marks.
        for secret in known.reversed() where text.contains(secret.mark) {
            usedMarks.insert(secret.mark)
            let value: String
            if let basic = secret.basic {
                let pair = ShellQuoting.quoted("\(basic.user):\(basic.password)")
                // Without line ends, which base64 writes after 76 characters.
                value = "\"$(printf '%s' \(pair) | base64 | tr -d '\\n')\""
            } else {
                value = "\"${\(secret.environment)}\""
            }
            text = text.split(separator: secret.mark, omittingEmptySubsequences: false)
                .joined(separator: "'\(value)'")
        }
        return text
    }
}
