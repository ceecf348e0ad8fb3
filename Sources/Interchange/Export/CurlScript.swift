package import Base
import Contract
import HTTP
import JSON

/// Writes the operations of contracts as a shell script of `curl` commands.
package struct CurlScript {
    /// What the script depends on beside the contracts.
    package struct Inputs: Sendable {
        /// Base URLs by the name of the target; those not named are the documented ones.
        package var baseURLs: [String: String]
        /// Values of variables that the user or the environment gives, by name.
        package var values: [String: String]
        /// Random values depend on nothing else.
        package var seed: UInt64
        /// What `{{now}}` stands for.
        package var now: Timestamp

        package init(
            baseURLs: [String: String] = [:],
            values: [String: String] = [:],
            seed: UInt64,
            now: Timestamp
        ) {
            self.baseURLs = baseURLs
            self.values = values
            self.seed = seed
            self.now = now
        }
    }

    private let contracts: ContractSet
    private let inputs: Inputs
    private var secrets = ScriptSecrets()
    /// The requests carry a signature of the moment they were made.
    private var isSigned = false

    /// The script: one command for each operation, in the order of the contracts.
    ///
    /// - Parameters:
    ///   - contracts: What to write.
    ///   - inputs: Values from outside.
    /// - Returns: The script. Secrets are read from the environment when it runs.
    /// - Throws: When a value is missing, or a template cannot be filled in.
    package static func text(
        of contracts: ContractSet,
        _ inputs: Inputs
    ) throws(InterchangeError) -> String {
        var script = CurlScript(contracts, inputs)
        return try script.text()
    }

    private init(_ contracts: ContractSet, _ inputs: Inputs) {
        self.contracts = contracts
        self.inputs = inputs
    }

    private mutating func text() throws(InterchangeError) -> String {
        var commands: [String] = []
        for operation in contracts.operations {
            for variant in operation.variants {
                commands.append(try command(operation, variant))
            }
        }
        return heading + "\n" + commands.joined(separator: "\n")
    }

    private var heading: String {
        let places = contracts.targets.compactMap { target in
            baseURL(of: target).map { "\(target.name) at \($0)" }
        }
        var lines = [
            "#!/bin/sh",
            "# \(contracts.title): one curl command for each call, made by `assay export curl` "
                + "with --seed \(inputs.seed).",
            "# It sends to \(places.joined(separator: ", ")).",
            "# For another server make it again with --target URL.",
        ]
        if isSigned {
            let moment = TimeFormat.rfc3339.text(of: inputs.now, offsetSeconds: 0)
            lines.append("# Signed at \(moment): make it again when a server finds that too old.")
        }
        lines.append("set -u")
        for secret in secrets.used {
            let what = "the value of \(secret.variable)"
            lines.append(": \"${\(secret.environment):?set it to \(what)}\"")
        }
        lines += secrets.functions
        return lines.joined(separator: "\n") + "\n"
    }

    /// Scheme, host, port and path of a target.
    private func baseURL(of target: TargetSpecification) -> String? {
        inputs.baseURLs[target.name] ?? target.documented?.constantText
    }
}

// MARK: - One command

extension CurlScript {
    private mutating func command(
        _ operation: Operation,
        _ variant: Operation.Variant
    ) throws(InterchangeError) -> String {
        let name = variant.label.map { "\(operation.id)[\($0)]" } ?? operation.id
        let request = contracts.complete(variant.request)
        let scheme = request.constant("security").flatMap { contracts.securitySchemes[$0] }
        isSigned = isSigned || scheme?.signature != nil
        do {
            let (prepared, hidden) = try filled(request, scheme, named: name)
            let redactor = try Redactor(secrets: hidden)
            let command = CurlCommand(
                prepared,
                redactor: redactor,
                isQuiet: true,
                namesTarget: secrets.isOpen(prepared.path)
            ).description
            let summary = operation.summary.map { ": \($0)" } ?? ""
            let digest = scheme?.digest == nil ? "" : Self.digestRemark
            return "# \(name)\(summary)\n\(digest)\(secrets.revealed(command))\necho\n"
        } catch let error as TemplateError {
            throw contracts.error(error, in: request.location)
        } catch let error as InterchangeError {
            throw error
        } catch {
            throw contracts.error(TemplateError("\(error)"), in: request.location)
        }
    }

    private static let digestRemark =
        "# The server asks for a digest: add --digest --user NAME:PASSWORD.\n"

    /// A request with its values; secrets are marks, and those it was signed with come with it.
    private mutating func filled(
        _ template: RequestTemplate,
        _ scheme: SecurityScheme?,
        named name: String
    ) throws -> (request: HTTPRequest, hidden: [String]) {
        var request = template
        var evaluator = Evaluator(
            now: inputs.now,
            random: RandomSource(seed: inputs.seed, name: name)
        )
        var needed: Set<String> = []
        if let scheme, scheme.signature != nil {
            needed = Set((scheme.templates + request.document.templates).flatMap(\.names))
        }
        let hidden = try bind(into: &evaluator, signing: needed)
        try bindOthers(of: request, scheme, into: &evaluator)
        let encoder = try encoder(for: request, &evaluator)
        try settleAddress(of: &request, using: &evaluator)
        let preparation = RequestPreparation(
            encoder: encoder,
            scheme: try scheme.map { scheme throws(TemplateError) in
                try secrets.hidingPassword(of: scheme, using: &evaluator)
            },
            accessToken: scheme.flatMap { $0.token == nil ? nil : secrets.accessToken(of: $0) }
        )
        var prepared = try preparation.prepared(request, using: &evaluator).request
        let named = request.constant("encoding").flatMap {
            contracts.encodings[$0] ?? QueryEncoding.builtIn[$0]
        }
        let encoding = named ?? .percent
        for (secret, mark) in hidden {
            secrets.hide(secret, markedAs: mark, encoding, in: &prepared)
        }
        return (secrets.settled(prepared, encoding), hidden.map(\.secret))
    }

    /// Binds the variables.
    ///
    /// A secret becomes a mark that the shell replaces. Only where it goes into a signature its
    /// value is needed now.
    ///
    /// - Parameters:
    ///   - evaluator: Gets the names.
    ///   - needed: The names in what is signed; empty when nothing is.
    /// - Returns: The secrets that were bound to their value, with their marks.
    /// - Throws: When a value is needed and there is none.
    private mutating func bind(
        into evaluator: inout Evaluator,
        signing needed: Set<String>
    ) throws -> [(secret: String, mark: String)] {
        var hidden: [(secret: String, mark: String)] = []
        let indirect = contracts.bindings.flatMap(\.value.templates).flatMap(\.names)
        for variable in contracts.variables {
            var value = try inputs.values[variable.name].map { text in
                guard let value = variable.value(of: text) else { throw unusable(variable) }
                return value
            }
            if value == nil, let template = variable.defaultValue {
                value = try evaluator.value(of: template)
            }
            if let value, !variable.isSecret {
                evaluator.scope[variable.name] = value
                continue
            }
            let (mark, standIn) = secrets.mark(of: variable)
            evaluator.scope[variable.name] = standIn
            guard !needed.isEmpty,
                needed.contains(variable.name) || indirect.contains(variable.name)
            else { continue }
            guard let value else {
                guard needed.contains(variable.name) else { continue }
                throw missing(variable)
            }
            evaluator.scope[variable.name] = value
            hidden.append((value.spelling, mark))
        }
        try evaluator.bind(contracts.bindings)
        return hidden
    }

    /// Binds the names that only cases define: the user's values, else what the environment has when
    /// the script runs.
    private mutating func bindOthers(
        of request: RequestTemplate,
        _ scheme: SecurityScheme?,
        into evaluator: inout Evaluator
    ) throws(InterchangeError) {
        for path in contracts.openNames(of: request, scheme) {
            let name = path.joined(separator: ".")
            if let value = inputs.values[name] {
                evaluator.define(.string(value), at: path)
                continue
            }
            guard scheme?.signature == nil else {
                throw missing(
                    name,
                    at: request.location,
                    ", which only cases define, to sign with",
                    hint: ""
                )
            }
            let mark = secrets.mark(of: name, DraftName.environment(name))
            evaluator.define(.string(mark + ShellSpelling.probe), at: path)
        }
    }

    /// Puts values into the parts of the address that take them as they are.
    private mutating func settleAddress(
        of request: inout RequestTemplate,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        for section in ["path", "basePath", "url"] {
            guard let template = request[section], template.constantValue == nil else { continue }
            let text = secrets.settled(try evaluator.value(of: template).spelling)
            request.replace(section, with: .constant(.string(text)))
        }
    }

    private func missing(_ variable: VariableSpecification) -> InterchangeError {
        missing(
            variable.name,
            at: variable.location,
            ", to sign the requests with",
            hint: variable.environment.map { " or set \($0) in the environment" } ?? ""
        )
    }

    private func unusable(_ variable: VariableSpecification) -> InterchangeError {
        InterchangeError(
            file: variable.location.file,
            place: .line(variable.location.line),
            expected: "a \(variable.type.rawValue) as the value of \"\(variable.name)\"",
            found: "another text"
        )
    }

    private func missing(
        _ name: String,
        at location: SourceLocation,
        _ purpose: String,
        hint: String
    ) -> InterchangeError {
        InterchangeError(
            file: location.file,
            place: .line(location.line),
            expected: "a value of \"\(name)\"\(purpose)",
            found: "none",
            hint: "give --var \(name)=VALUE\(hint)"
        )
    }

    private mutating func encoder(
        for request: RequestTemplate,
        _ evaluator: inout Evaluator
    ) throws -> RequestEncoder {
        let target = contracts.target(of: request)
        let written = try target?.basePath.map { try evaluator.text(of: $0) } ?? ""
        let basePath = secrets.settled(written)
        let documented = try target?.documented.map { try evaluator.text(of: $0) }
            .map { secrets.settled($0) }
        let given = target.flatMap { inputs.baseURLs[$0.name] }
        guard let url = given ?? documented ?? request.constant("url") else {
            let place = target?.location ?? request.location
            throw InterchangeError(
                file: place.file,
                place: .line(place.line),
                expected: "a documented address of the target",
                found: "none",
                hint: "give --target \(target.map { "\($0.name)=" } ?? "")URL"
            )
        }
        let parts = OriginAndPath(url)
        return RequestEncoder(
            origin: parts.origin ?? url,
            prefix: parts.path ?? "",
            basePath: basePath,
            encodings: contracts.encodings,
            attachments: contracts.attachments
        )
    }
}
