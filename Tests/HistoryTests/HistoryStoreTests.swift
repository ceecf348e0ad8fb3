import CSQLite
import Glibc
import TestSupport
import Testing

@testable import History

struct HistoryStoreTests {
    static func record(
        _ recordedAt: Int64 = 1_700_000_000_000,
        kind: RunRecord.Kind = .load,
        branch: String? = "main",
        isValid: Bool = true,
        figures: [String: Double] = ["p99": 0.25]
    ) -> RunRecord {
        RunRecord(
            kind: kind,
            recordedAt: recordedAt,
            title: "NCMB push",
            branch: branch,
            revision: "1c18eb9",
            target: "https://push.example.com",
            likeness: "sha256:00",
            status: 0,
            isValid: isValid,
            figures: figures
        )
    }

    @Test("A run is read back unchanged, from another connection too")
    func roundTrip() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("runs.db")
        let record = Self.record(figures: ["p50": 0.001, "p99": .infinity, "failed": 0])
        let added = try HistoryStore(path: path, access: .creating)
            .append(record, document: #"{"title": "日本語"}"#)
        #expect(added.number == 1)
        let store = try HistoryStore(path: path, access: .existing)
        #expect(try store.runs() == [RecordedRun(number: 1, record: record)])
        #expect(try store.run(1)?.record == record)
        #expect(try store.document(ofRun: 1) == #"{"title": "日本語"}"#)
        #expect(try store.run(2) == nil)
        #expect(try store.document(ofRun: 2) == nil)
    }

    @Test("Runs are listed in the order of their execution, whenever they were added")
    func order() throws {
        let directory = try TemporaryDirectory()
        let store = try HistoryStore(path: directory.file("runs.db"), access: .creating)
        for (index, moment) in ([3, 1, 5, 2, 4, 1] as [Int64]).enumerated() {
            try store.append(Self.record(moment), document: "\(index)")
        }
        #expect(try store.runs().map(\.record.recordedAt) == [1, 1, 2, 3, 4, 5])
        #expect(try store.runs().map(\.number) == [2, 6, 4, 1, 5, 3])
        #expect(try store.runs(HistoryFilter(limit: 2)).map(\.record.recordedAt) == [4, 5])
        #expect(try store.prune(HistoryFilter(limit: 2)) == 4)
        #expect(try store.runs().map(\.record.recordedAt) == [4, 5])
    }

    @Test("The same result is added once for each branch and commit")
    func again() throws {
        let directory = try TemporaryDirectory()
        let store = try HistoryStore(path: directory.file("runs.db"), access: .creating)
        let first = try store.append(Self.record(), document: "{}")
        #expect(first.isNew)
        let again = try store.append(Self.record(), document: "{}")
        #expect(again.number == first.number && !again.isNew)
        #expect(try store.append(Self.record(), document: "[]").isNew)
        #expect(try store.append(Self.record(branch: "other"), document: "{}").isNew)
        #expect(try store.append(Self.record(2), document: "{}").isNew)
        #expect(try store.runs().count == 4)
    }

    @Test("Unknown values stay unknown")
    func absent() throws {
        let directory = try TemporaryDirectory()
        let store = try HistoryStore(path: directory.file("runs.db"), access: .creating)
        let record = RunRecord(
            kind: .verify,
            recordedAt: 0,
            title: "",
            likeness: "",
            status: 4,
            isValid: false
        )
        try store.append(record, document: "")
        #expect(try store.runs().map(\.record) == [record])
    }

    @Test("A filter selects by kind, branch and validity, and the limit keeps the latest")
    func filter() throws {
        let directory = try TemporaryDirectory()
        let store = try HistoryStore(path: directory.file("runs.db"), access: .creating)
        let records = [
            Self.record(1), Self.record(2, branch: "topic"), Self.record(3, kind: .verify),
            Self.record(4, isValid: false), Self.record(5, branch: nil), Self.record(6),
        ]
        for record in records { try store.append(record, document: "{}") }
        func numbers(_ filter: HistoryFilter) throws -> [Int64] {
            try store.runs(filter).map(\.number)
        }
        #expect(try numbers(HistoryFilter()) == [1, 2, 3, 4, 5, 6])
        #expect(try numbers(HistoryFilter(branch: "main")) == [1, 3, 4, 6])
        #expect(try numbers(HistoryFilter(kind: .load, branch: "main")) == [1, 4, 6])
        #expect(try numbers(HistoryFilter(kind: .load, branch: "main", limit: 2)) == [4, 6])
        #expect(try numbers(HistoryFilter(kind: .load, branch: "main", isValid: true)) == [1, 6])
        #expect(try numbers(HistoryFilter(title: "another")) == [])
        #expect(try numbers(HistoryFilter(likeness: "sha256:00", limit: 1)) == [6])
    }

    @Test(
        "Pruning keeps the latest and the recent runs, deletes their metrics, and reuses no number"
    )
    func pruning() throws {
        let directory = try TemporaryDirectory()
        let store = try HistoryStore(path: directory.file("runs.db"), access: .creating)
        for moment in 1...6 {
            try store.append(Self.record(Int64(moment)), document: "{}")
        }
        #expect(try store.prune(HistoryFilter(limit: 1), before: 3) == 2)
        #expect(try store.runs().map(\.number) == [3, 4, 5, 6])
        #expect(try store.prune(HistoryFilter(branch: "topic")) == 0)
        #expect(try store.prune(HistoryFilter(branch: "main", limit: 2)) == 2)
        #expect(try store.runs().map(\.number) == [5, 6])
        #expect(try store.prune(HistoryFilter()) == 2)
        let database = try Database(
            path: directory.file("runs.db"),
            createsFile: false,
            patience: 0
        )
        #expect(try database.integer("SELECT count(*) FROM figure") == 0)
        #expect(try store.append(Self.record(), document: "{}").number == 7)
    }

    @Test("A reader gets complete runs even if another process prunes meanwhile")
    func pruningMeanwhile() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("runs.db")
        let store = try HistoryStore(path: path, access: .creating)
        let added = try (1...2 as ClosedRange<Int64>).map { moment in
            let record = Self.record(moment)
            let number = try store.append(record, document: "{}").number
            return RecordedRun(number: number, record: record)
        }
        let other = try HistoryStore(path: path, access: .existing, schema: .current, patience: 0)
        let pruning = Unmanaged.passRetained(Pruning(other))
        defer { pruning.release() }
        sqlite3_trace_v2(
            store.database.handle,
            UInt32(SQLITE_TRACE_STMT),
            { _, context, _, text in
                guard let context, let text else { return 0 }
                let statement = String(cString: text.assumingMemoryBound(to: CChar.self))
                Unmanaged<Pruning>.fromOpaque(context).takeUnretainedValue().note(statement)
                return 0
            },
            pruning.toOpaque()
        )
        #expect(try store.runs() == added)
        #expect(pruning.takeUnretainedValue().count == 2)
        #expect(try store.runs().isEmpty)
    }

    /// Another process that deletes all runs just before the figures are read.
    private final class Pruning {
        private let store: HistoryStore
        private(set) var count = 0

        init(_ store: HistoryStore) { self.store = store }

        func note(_ statement: String) {
            guard statement.contains("FROM figure") else { return }
            count += (try? store.prune(HistoryFilter())) ?? 0
        }
    }

    @Test("Two writers that start at once on a new file lose nothing", .timeLimit(.minutes(5)))
    func twoWriters() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("runs.db")
        async let first: Void = Self.write(10, to: path, branch: "0")
        async let second: Void = Self.write(10, to: path, branch: "1")
        _ = try await (first, second)
        let store = try HistoryStore(path: path, access: .existing)
        for number in 0..<2 {
            let moments = try store.runs(HistoryFilter(branch: "\(number)"))
                .map(\.record.recordedAt)
            #expect(moments == Array(0..<10))
        }
    }

    private static func write(_ count: Int, to path: String, branch: String) async throws {
        try await DetachedThread.value {
            let store = try HistoryStore(path: path, access: .creating)
            for moment in 0..<count {
                try store.append(record(Int64(moment), branch: branch), document: "{}")
            }
        }
    }

    @Test("A process that dies while it writes preserves the earlier runs")
    func killed() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("runs.db")
        let store = try HistoryStore(path: path, access: .creating)
        try store.append(Self.record(1), document: "{}")
        let dying = try Database(path: path, createsFile: false, patience: 0)
        // Such a small cache makes SQLite write before the end.
        try dying.rows("PRAGMA cache_size = 1")
        try dying.rows("BEGIN IMMEDIATE")
        for _ in 0..<50 {
            try dying.rows("INSERT INTO figure VALUES (1, hex(randomblob(2000)), 0)")
        }
        // The files on disk at this moment are those that a dead process leaves behind.
        let left = try TemporaryDirectory()
        for suffix in ["", "-wal"] {
            try left.write(Self.content(of: path + suffix), to: "runs.db\(suffix)")
        }
        try dying.rows("ROLLBACK")
        let opened = try HistoryStore(path: left.file("runs.db"), access: .creating)
        #expect(try opened.runs().map(\.record) == [Self.record(1)])
        #expect(try opened.append(Self.record(2), document: "{}").number == 2)
        let database = try Database(path: left.file("runs.db"), createsFile: false, patience: 0)
        #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]])
    }

    private static func content(of path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemCallFailure(call: "open", code: errno) }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw SystemCallFailure(call: "read", code: errno) }
            if count == 0 { return content }
            content += buffer.prefix(count)
        }
    }
}
