import Contract
import Measure
import Synchronization

/// The current access tokens of a run: a `TokenKeeper` writes them here, and workers read them.
///
/// Moments are nanoseconds on CLOCK_MONOTONIC.
package final class TokenBoard: Sendable {
    /// A token in the form that workers need.
    struct Entry: Sendable {
        var bytes: [UInt8]
        /// End of its use; `Int64.max` for never.
        var end: Int64
        /// Time without a valid token before this one came, minus the generator's own delay; empty, at zero, for no
        /// gap.
        var gap: Range<Int64> = 0..<0
    }

    fileprivate struct State {
        var entries: [Entry]
        var records: [TokenRecord]
        /// The latest tokens of each scheme, to redact them in output.
        var secrets: [[String]]
    }

    /// The names of security schemes; workers know tokens by the index here.
    private let schemes: [String]
    private let changes = Atomic<UInt64>(0)
    private let state: Mutex<State>

    /// Tokens of a scheme that are redacted; older ones have expired.
    fileprivate static let secretCount = 64

    /// - Parameters:
    ///   - supplies: One for each scheme, with its first token.
    ///   - now: Current time.
    /// - Throws: A `TemplateError` when a first token is unusable.
    init(_ supplies: [TokenSupply], now: Int64) throws(TemplateError) {
        var state = State(entries: [], records: [], secrets: [])
        for supply in supplies {
            do throws(TokenFault) {
                let asked = now - TokenTerm.nanoseconds(supply.age)
                let term = try TokenTerm(supply.first, asked: asked, now: now)
                state.entries.append(Entry(bytes: Array(supply.first.text.utf8), end: term.end))
                state.records.append(TokenRecord(supply, term))
                state.secrets.append([supply.first.secret])
            } catch {
                throw TemplateError("security scheme \"\(supply.scheme)\": \(error)")
            }
        }
        schemes = supplies.map(\.scheme)
        self.state = Mutex(state)
    }

    /// The index of a scheme; `nil` for a scheme without a token.
    func index(of scheme: String) -> Int? { schemes.firstIndex(of: scheme) }

    /// The latest tokens, and parts of them, to redact them in output.
    package var secrets: [String] { state.withLock { $0.secrets.flatMap(\.self) } }

    // MARK: - Workers

    /// Changes with every token: one atomic read.
    var generation: UInt64 { changes.load(ordering: .acquiring) }

    /// All current tokens.
    var entries: [Entry] { state.withLock(\.entries) }

    /// The token of a scheme, for laying requests out.
    func text(_ index: Int) -> String {
        String(decoding: state.withLock { $0.entries[index].bytes }, as: UTF8.self)
    }

    /// Why a scheme has no valid token: the scheme, and the result of the last attempt.
    func reason(_ index: Int) -> String {
        let last = state.withLock { $0.records[index].lastFailure }
        return "security scheme \"\(schemes[index])\": "
            + (last ?? "the request for the next one got no response")
    }

    // MARK: - Renewal

    /// When to request the next token; `nil` for never.
    func renewal(_ index: Int) -> Int64? { state.withLock { $0.records[index].renewal } }

    /// Records the outcome of a request for a token.
    ///
    /// - Parameters:
    ///   - outcome: A token or a failure.
    ///   - index: Index of the scheme.
    ///   - planned: When the request was planned.
    ///   - asked: When it was sent.
    ///   - now: When the outcome came.
    /// - Returns: When to request again; `nil` for never.
    func take(
        _ outcome: TokenSupply.Outcome,
        of index: Int,
        planned: Int64,
        asked: Int64,
        now: Int64
    ) -> Int64? {
        do {
            let token = try outcome.get()
            let term = try TokenTerm(token, asked: asked, now: now)
            state.withLock { state in
                let late = state.records[index].isGranted ? asked - planned : now - planned
                state.put(token, term, at: index, now: now, late: max(late, 0))
            }
            changes.add(1, ordering: .releasing)
        } catch {
            state.withLock { $0.records[index].fail("\(error)", at: now) }
        }
        return renewal(index)
    }

    // MARK: - Reports

    /// Figures about the tokens of some schemes in a stretch of time.
    ///
    /// - Parameters:
    ///   - schemes: Their indices; `nil` for all.
    ///   - range: The stretch of time.
    ///   - base: Origin of the moments in the result.
    /// - Returns: One entry for each scheme, in order.
    func figures(of schemes: Set<Int>?, in range: Range<Int64>, base: Int64) -> [RunToken] {
        let (entries, records) = state.withLock { ($0.entries, $0.records) }
        return records.indices.filter { schemes?.contains($0) ?? true }.map { index in
            records[index].figures(in: range, base: base, end: entries[index].end)
        }
    }
}

extension TokenBoard.State {
    fileprivate mutating func put(
        _ token: AccessToken,
        _ term: TokenTerm,
        at index: Int,
        now: Int64,
        late: Int64
    ) {
        let before = entries[index].end
        records[index].renew(term, at: now, after: before)
        // Without the generator's own delay, the token would have come that much earlier.
        let gap = before < now - late ? before..<now - late : 0..<0
        entries[index] = TokenBoard.Entry(bytes: Array(token.text.utf8), end: term.end, gap: gap)
        secrets[index].append(token.secret)
        secrets[index].removeFirst(max(secrets[index].count - TokenBoard.secretCount, 0))
    }
}
