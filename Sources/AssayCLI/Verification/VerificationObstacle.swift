import Base
import CommandLineTool
import Contract

/// Why a verification cannot start although the command line is valid.
enum VerificationObstacle: Error, CustomStringConvertible {
    /// None of the contracts has a case.
    case noCases(paths: [String])
    /// The selection leaves none of the cases.
    case nothingSelected(cases: Int)
    /// The variable has no value.
    case missingVariable(VariableSpecification)
    /// Not of the type in the contract.
    case unusableVariable(VariableSpecification, text: String)
    /// The file that the contract names for it exists but cannot be read.
    case unreadableVariable(VariableSpecification, path: String, reason: String)
    /// A file of `--variables-file`; `reason` names the place.
    case unusableVariables(String)
    /// Too short for redaction.
    case shortSecret(VariableSpecification, length: Int, minimum: Int)
    /// A variable's default or the contract's own `let` cannot be evaluated.
    ///
    /// `reason` names its place and contains no secret.
    case unusableBinding(reason: String)
    /// The contract has no built-in reference, and the user named no server.
    case noReference(file: String)
    /// The user named servers, but for none of the contract's targets.
    case noTarget(file: String, known: [String])
    /// The URL of a server ends with the base path that its target adds.
    case doubledBase(url: String, basePath: String, target: TargetSpecification)
    /// The contracts for a client belong to several services.
    case severalServices([String])

    /// The exit status.
    var status: ExitStatus {
        switch self {
        case .nothingSelected, .severalServices, .doubledBase: .commandLine
        case .noCases, .missingVariable, .unusableVariable, .unreadableVariable,
            .unusableVariables, .shortSecret, .unusableBinding:
            .unusableFile
        case .noReference, .noTarget: .couldNotRun
        }
    }

    var description: String {
        switch self {
        case .noCases(let paths):
            return "no cases in \(paths.joined(separator: ", "))"
        case .nothingSelected(let cases):
            return "--case, --include-tag and --exclude-tag together leave none of the "
                + Count.of(cases, "case")
        case .missingVariable(let variable):
            let ways = [
                "give --var \(variable.name)=VALUE", "name it in a --variables-file",
                variable.environment.map { "set \($0) in the environment" },
                variable.file.map { "write it to \($0), which does not exist" },
            ]
            return "\(variable.location): variable \"\(variable.name)\" has no value; "
                + Words.alternatives(ways.compactMap(\.self))
        case .unreadableVariable(let variable, let path, let reason):
            return
                "\(variable.location): variable \"\(variable.name)\": cannot read \(path): \(reason)"
        case .unusableVariables(let reason):
            return reason
        case .unusableVariable(let variable, let text):
            let found =
                variable.isSecret ? "another text" : JSONQuoting.quoted(text, maximumLength: 60)
            return "\(variable.location): variable \"\(variable.name)\": expected a "
                + "\(variable.type.rawValue), got \(found)"
        case .shortSecret(let variable, let length, let minimum):
            return "\(variable.location): variable \"\(variable.name)\" is secret: expected at "
                + "least \(minimum) characters, got \(length); a shorter value cannot be "
                + "redacted reliably"
        case .unusableBinding(let reason):
            return reason
        case .noReference(let file):
            return "\(file): no target has a built-in reference; name the server with --target URL"
        case .noTarget(let file, let known):
            return "\(file): none of its targets (\(known.joined(separator: ", "))) was named by "
                + "--target"
        case .doubledBase(let url, let basePath, let target):
            return "\(target.location): target \"\(target.name)\" adds its base path \(basePath) "
                + "to each path; expected a URL without it: \(url.dropLast(basePath.count)), got "
                + "\(url)"
        case .severalServices(let names):
            return "the contracts belong to several services (\(names.joined(separator: ", "))); "
                + "expected one service"
        }
    }
}
