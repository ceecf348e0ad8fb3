import Base
import Contract
import HTTP
import Synchronization

/// What the steps of one run of a case share: its clients, its cookies, the challenges it has met, and
/// what goes on in the background.
final class CaseSession: Sendable {
    /// What a step did, before it is judged.
    enum Performed: Sendable {
        case request(ExchangeRecord)
        case call(CallOutcome)
        case impossible(TemplateError)
    }

    private let clients: [String: ClientInstance]
    private let tasks = Mutex<[String: Task<Performed, Never>]>([:])
    /// `nil` when none are kept.
    private let jar: Mutex<CookieJar?>
    /// The names under which something was kept that came from the server.
    private let kept = Mutex<Set<String>>([])
    /// Whom the steps sent requests to.
    private let origins = Mutex<Set<String>>([])
    private let challenges = Mutex<[Challenger: KnownChallenge]>([:])

    /// Who asks for a digest, and whose.
    private struct Challenger: Hashable {
        let origin: String
        let credentials: DigestCredentials
    }

    /// A challenge, and how often it was answered.
    private struct KnownChallenge {
        let challenge: DigestChallenge
        var count = 0
    }

    /// - Parameters:
    ///   - clients: Those that make calls.
    ///   - cookies: Those that are known at the start; `nil` when none are kept.
    init(clients: [ClientInstance] = [], cookies: CookieJar? = nil) {
        self.clients = Dictionary(clients.map { ($0.name, $0) }) { first, _ in first }
        jar = Mutex(cookies)
    }

    /// Notes that something from the server is kept under a name.
    func noteKept(_ name: String) { kept.withLock { _ = $0.insert(name) } }

    /// Whether something from the server is kept under one of these names.
    func hasKept(_ names: [String]) -> Bool {
        kept.withLock { kept in names.contains(where: kept.contains) }
    }

    /// Notes that a step sends a request.
    func noteRequest(to origin: String) { origins.withLock { _ = $0.insert(origin) } }

    /// Whether some step sent a request there.
    func hasSent(to origin: String) -> Bool { origins.withLock { $0.contains(origin) } }

    /// Copies of the clients as they are now, which share nothing with them.
    var copies: [ClientInstance] {
        clients.values.map { ClientInstance(name: $0.name, state: $0.state) }
    }

    /// The client of a name; a new one without any state where the case has none.
    func client(_ name: String) -> ClientInstance? { clients[name] }

    /// Begins something that goes on while later steps run; returns once its first request is on its
    /// way, or once it has ended without one.
    func start(
        _ name: String,
        _ work: @escaping @Sendable (_ isUnderWay: Handover<Void>) async -> Performed
    ) async {
        let signal = Handover<Void>()
        let task = Task {
            defer { signal.give() }
            return await work(signal)
        }
        tasks.withLock { $0[name] = task }
        await signal.wait()
    }

    /// Waits for what was begun under a name; `nil` when nothing was.
    func join(_ name: String) async -> Performed? {
        await tasks.withLock { $0.removeValue(forKey: name) }?.value
    }

    /// Waits for everything that was not joined.
    func finish() async {
        for task in tasks.withLock({ tasks in Array(tasks.values) }) { _ = await task.value }
    }
}

// MARK: - What is remembered of servers

extension CaseSession {
    /// The cookies that are kept; `nil` when none are.
    var cookies: CookieJar? { jar.withLock(\.self) }

    /// The cookies for a request, as its field has them; `nil` for none.
    func cookieField(for request: HTTPRequest, at now: Timestamp) -> String? {
        jar.withLock { $0?.field(for: request, at: now) }
    }

    /// Keeps the cookies that an answer sets.
    func takeCookies(from response: HTTPResponse, to request: HTTPRequest, at now: Timestamp) {
        jar.withLock { $0?.take(from: response, to: request, at: now) }
    }

    /// Remembers what a server asks of a user.
    func remember(
        _ challenge: DigestChallenge,
        of request: HTTPRequest,
        for credentials: DigestCredentials
    ) {
        let challenger = Challenger(origin: request.origin, credentials: credentials)
        challenges.withLock { $0[challenger] = KnownChallenge(challenge: challenge) }
    }

    /// The credentials for a request to a server that has asked before; `nil` when it has not.
    ///
    /// - Parameters:
    ///   - request: What is about to be sent.
    ///   - credentials: The user's.
    ///   - seed: What the client's nonce is drawn from.
    /// - Returns: The value of `Authorization`.
    func authorization(
        for request: HTTPRequest,
        as credentials: DigestCredentials,
        seed: UInt64
    ) -> String? {
        let challenger = Challenger(origin: request.origin, credentials: credentials)
        let known = challenges.withLock { challenges in
            challenges[challenger]?.count += 1
            return challenges[challenger]
        }
        guard let known else { return nil }
        // One for each nonce: with -sess the key stays the same as long as both do.
        var random = RandomSource(seed: seed, name: known.challenge.nonce)
        return known.challenge.authorization(
            for: request,
            as: credentials,
            count: known.count,
            clientNonce: random.text(16, of: "0123456789abcdef")
        )
    }
}
