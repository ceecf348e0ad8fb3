import Contract
import Measure
import Synchronization

/// The access tokens of a run as they stand: whoever gets them puts them up here, and workers look.
///
/// Moments are nanoseconds on CLOCK_MONOTONIC.
package final class TokenBoard: Sendable {
    /// A token as workers need it.
    struct Entry: Sendable {
        var bytes: [UInt8]
        /// From when on nothing is sent with it; `Int64.max` for never.
        var end: Int64
        /// The time without a token that ended when this one came, as far as that was not the generator's own
        /// fault; empty, at zero, when there was none.
        var gap: Range<Int64> = 0..<0
    }

    fileprivate struct State {
        var entries: [Entry]
        var records: [TokenRecord]
        /// What must not be shown: the latest tokens of each scheme.
        var secrets: [[String]]
    }

    /// The names of security schemes; workers know tokens by the index here.
    private let schemes: [String]
    private let changes = Atomic<UInt64>(0)
    private let state: Mutex<State>

    /// So many tokens of a scheme are remembered as secrets; those before are over.
    fileprivate static let secretCount = 64

    /// - Parameters:
    ///   - supplies: Of each scheme, once, with the first token of each.
    ///   - now: When they are put up.
    /// - Throws: Why a first token cannot be used.
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

    /// The index of a scheme; `nil` when it has no token here.
    func index(of scheme: String) -> Int? { schemes.firstIndex(of: scheme) }

    /// The latest tokens, and parts of them, that must not be shown.
    package var secrets: [String] { state.withLock { $0.secrets.flatMap(\.self) } }

    // MARK: - Workers

    /// Changes with every token: one atomic read.
    var generation: UInt64 { changes.load(ordering: .acquiring) }

    /// All tokens as they stand.
    var entries: [Entry] { state.withLock(\.entries) }

    /// The token of a scheme, for laying requests out.
    func text(_ index: Int) -> String {
        String(decoding: state.withLock { $0.entries[index].bytes }, as: UTF8.self)
    }

    /// Why there is no token any more: the scheme, and what the last attempt came to.
    func reason(_ index: Int) -> String {
        let last = state.withLock { $0.records[index].lastFailure }
        return "security scheme \"\(schemes[index])\": "
            + (last ?? "the request for the next one was not answered")
    }

    // MARK: - Whoever gets tokens

    /// When the next token is to be asked for; `nil` for never.
    func renewal(_ index: Int) -> Int64? { state.withLock { $0.records[index].renewal } }

    /// Takes what came of asking for a token.
    ///
    /// - Parameters:
    ///   - outcome: What came.
    ///   - index: Of the scheme.
    ///   - planned: When it was to be asked for.
    ///   - asked: When it was.
    ///   - now: When the outcome came.
    /// - Returns: When to ask again; `nil` for never.
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

    /// What became of the tokens of some schemes in a stretch of time.
    ///
    /// - Parameters:
    ///   - schemes: Their indices; `nil` for all.
    ///   - range: The time.
    ///   - base: What moments of the result count from.
    /// - Returns: One for each of them, in order.
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
        // Late by our own fault, it would have been there so much earlier.
        let gap = before < now - late ? before..<now - late : 0..<0
        entries[index] = TokenBoard.Entry(bytes: Array(token.text.utf8), end: term.end, gap: gap)
        secrets[index].append(token.secret)
        secrets[index].removeFirst(max(secrets[index].count - TokenBoard.secretCount, 0))
    }
}
