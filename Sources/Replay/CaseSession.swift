import Base
import Contract
import HTTP
import Synchronization

/// The state that steps of one case run share: its clients, its cookies, the challenges it met, and background steps.
final class CaseSession: Sendable {
    /// The outcome of a step, before its check.
    enum Performed: Sendable {
        case request(ExchangeRecord)
        case call(CallOutcome)
        case impossible(TemplateError)
    }

    private let clients: [String: ClientInstance]
    private let tasks = Mutex<[String: Task<Performed, Never>]>([:])
    /// `nil` when cookies are not kept.
    private let jar: Mutex<CookieJar?>
    /// The names of stored values that came from the server.
    private let kept = Mutex<Set<String>>([])
    /// The origins to which steps sent requests.
    private let origins = Mutex<Set<String>>([])
    private let challenges = Mutex<[Challenger: KnownChallenge]>([:])

    /// A server that asks for a digest, and its user.
    private struct Challenger: Hashable {
        let origin: String
        let credentials: DigestCredentials
    }

    /// A challenge, and the number of responses to it.
    private struct KnownChallenge {
        let challenge: DigestChallenge
        var count = 0
    }

    /// - Parameters:
    ///   - clients: The clients of its calls.
    ///   - cookies: The initial cookies; `nil` when none are kept.
    init(clients: [ClientInstance] = [], cookies: CookieJar? = nil) {
        self.clients = Dictionary(clients.map { ($0.name, $0) }) { first, _ in first }
        jar = Mutex(cookies)
    }

    /// Records that a value from the server is stored under a name.
    func noteKept(_ name: String) { kept.withLock { _ = $0.insert(name) } }

    /// Whether a value from the server is stored under one of these names.
    func hasKept(_ names: [String]) -> Bool {
        kept.withLock { kept in names.contains(where: kept.contains) }
    }

    /// Records that a step sends a request.
    func noteRequest(to origin: String) { origins.withLock { _ = $0.insert(origin) } }

    /// Whether some step sent a request there.
    func hasSent(to origin: String) -> Bool { origins.withLock { $0.contains(origin) } }

    /// Copies of the clients in their current state, which share nothing with them.
    var copies: [ClientInstance] {
        clients.values.map { ClientInstance(name: $0.name, state: $0.state) }
    }

    /// The client of a name; `nil` when the case has none.
    func client(_ name: String) -> ClientInstance? { clients[name] }

    /// Starts background work that continues while later steps run; returns once its first request is sent, or once
    /// it has ended without one.
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

    /// Waits for the work started under a name; `nil` for none.
    func join(_ name: String) async -> Performed? {
        await tasks.withLock { $0.removeValue(forKey: name) }?.value
    }

    /// Waits for all work that was not joined.
    func finish() async {
        for task in tasks.withLock({ tasks in Array(tasks.values) }) { _ = await task.value }
    }
}

// MARK: - Cookies and challenges

extension CaseSession {
    /// The stored cookies; `nil` when cookies are not kept.
    var cookies: CookieJar? { jar.withLock(\.self) }

    /// The value of a request's cookie field; `nil` for none.
    func cookieField(for request: HTTPRequest, at now: Timestamp) -> String? {
        jar.withLock { $0?.field(for: request, at: now) }
    }

    /// Stores the cookies that a response sets.
    func takeCookies(from response: HTTPResponse, to request: HTTPRequest, at now: Timestamp) {
        jar.withLock { $0?.take(from: response, to: request, at: now) }
    }

    /// Stores the challenge of a server to a user.
    func remember(
        _ challenge: DigestChallenge,
        of request: HTTPRequest,
        for credentials: DigestCredentials
    ) {
        let challenger = Challenger(origin: request.origin, credentials: credentials)
        challenges.withLock { $0[challenger] = KnownChallenge(challenge: challenge) }
    }

    /// The credentials for a request to a server with an earlier challenge; `nil` without one.
    ///
    /// - Parameters:
    ///   - request: The next request.
    ///   - credentials: The user's.
    ///   - seed: The seed of the client's nonce.
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
