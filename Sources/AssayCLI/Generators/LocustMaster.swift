import CommandLineTool
import ContractFile
import Distribution
import Glibc
import LocustBus
import Platform
import Synchronization

/// The Locust master that carries the messages of a run: started for it, or the one that started this command.
final class LocustMaster: Sendable {
    /// Messages from it.
    enum Event: Sendable {
        /// It is listening, and generators reach it at this address.
        case listening(address: String, warning: String?)
        case fleet(Fleet.Event)
        /// The user asked it to end the run.
        case stop
        /// It has exited.
        case gone
    }

    private let pipe: BusPipe
    /// `nil` when it is not a child of this process.
    private let process: ProgramCall?
    /// The folder of the locustfile and of Locust's output.
    private let folder: PrivateFolder?

    /// The newest Locust that was tested.
    static let version = "2.47"

    /// Starts a Locust.
    ///
    /// - Parameters:
    ///   - option: The address to listen on, and the number of generators.
    ///   - take: Gets each event, on a thread of the pipe.
    /// - Throws: A `LoadObstacle`.
    init(_ option: GeneratorFleetOption, _ take: @escaping @Sendable (Event) -> Void) throws {
        do {
            if option.isStarted {
                (process, folder) = (nil, nil)
                pipe = try BusPipe(STDIN_FILENO)
            } else {
                let folder = try PrivateFolder("assay-locust-", in: TemporaryFolder.path)
                let file = folder.path + "/locustfile.py"
                try WholeFile.write(
                    Array(GeneratorFiles.locustfile.utf8),
                    to: file,
                    replacing: true
                )
                let ends = try BusPipe.ends()
                defer { close(ends.other) }
                process = try ProgramCall(
                    Self.program(option),
                    Self.words(option, file: file),
                    in: folder.path,
                    // Each of Locust's options can be set by such a variable, and would change this
                    // run.
                    withoutVariables: "LOCUST_",
                    adding: [
                        "ASSAY_BUS": "0", "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1",
                    ],
                    standardInput: ends.other,
                    log: folder.path + "/log"
                )
                self.folder = folder
                pipe = try BusPipe(ends.own)
            }
        } catch let failure as ProgramCallFailure {
            throw LoadObstacle(.couldNotRun, "\(failure); \(Self.advice)")
        } catch let obstacle as LoadObstacle {
            throw obstacle
        } catch {
            throw LoadObstacle(.couldNotRun, "Locust: \(error)")
        }
        pipe.start { value in
            guard let value else { return take(.gone) }
            if let event = Self.event(value) { take(event) }
        }
    }

    private static let advice =
        "expected Locust \(version), which \"make generators\" or \"pip install "
        + "locust~=\(version).0\" installs; name it with --locust FILE"

    private static func words(_ option: GeneratorFleetOption, file: String) -> [String] {
        [
            "--locustfile", file, "--master", "--headless", "--expect-workers", "\(option.count)",
            "--master-bind-host", option.host, "--master-bind-port", "\(option.port)",
            "--only-summary", "--skip-log-setup", "--stop-timeout", "0",
        ]
    }

    /// The path of the program: from the option, next to this program, or in PATH.
    private static func program(_ option: GeneratorFleetOption) throws -> String {
        if let given = option.locust { return given }
        var folder = ownFolder
        for _ in 0..<5 where folder.count > 1 {
            let path = folder + "/generators/bin/locust"
            if unsafe access(path, X_OK) == 0 { return path }
            folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
        }
        for folder in (Environment.process["PATH"] ?? "").split(separator: ":") {
            let path = "\(folder)/locust"
            if unsafe access(path, X_OK) == 0 { return path }
        }
        throw LoadObstacle(.couldNotRun, "no Locust in PATH; \(advice)")
    }

    /// The folder of this program.
    private static var ownFolder: String {
        guard let path = try? DiskFiles().resolved("/proc/self/exe") else { return "" }
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    private static func event(_ value: BusValue) -> Event? {
        guard let parts = value.elements, let word = parts.first?.text else { return nil }
        switch (word, parts.count) {
        case ("hello", 2):
            return .listening(
                address: parts[1]["address"]?.text ?? "",
                warning: parts[1]["warning"]?.text
            )
        case ("generator", 4):
            guard let node = parts[1].text else { return nil }
            switch parts[2].text {
            case "ready": return .fleet(.joined(node: node))
            case "missing": return .fleet(.missing(node: node))
            case "back": return .fleet(.back(node: node))
            case "gone": return .fleet(.left(node: node))
            default: return nil
            }
        case ("message", 4):
            guard let node = parts[1].text, let kind = parts[2].text,
                let packet = parts[3].bytes.flatMap(Packet.init(bytes:))
            else { return nil }
            return .fleet(.message(node: node, kind: kind, packet))
        case ("stop", _): return .stop
        default: return nil
        }
    }

    /// Sends a message to a generator.
    func send(_ kind: String, _ packet: Packet, to node: String) {
        pipe.send(.array([.text("send"), .text(node), .text(kind), .bytes(packet.bytes)]))
    }

    /// The last lines of its output; empty when unknown.
    var lastWords: String {
        guard let folder,
            let bytes = try? FileContent.bytes(of: folder.path + "/log", upTo: 1 << 20)
        else { return "" }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(5)
            .joined(separator: "\n")
    }

    /// Lets it exit, after pending messages are sent.
    func quit(_ status: ExitStatus) async {
        pipe.send(.array([.text("quit"), .integer(Int64(status.rawValue))]))
        pipe.end()
        guard let process else { return }
        let limit = Task {
            try await Task.sleep(for: .seconds(15))
            process.send(SIGKILL)
        }
        _ = await process.end()
        limit.cancel()
    }
}
