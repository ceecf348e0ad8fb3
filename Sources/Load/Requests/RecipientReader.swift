import Base
import Contract
import Glibc
import HTTP
import Platform

/// Reads rows of an audience in memory that does not grow with it; rows that rise are read without a search.
struct RecipientReader: ~Copyable {
    private let file: RecipientFile
    private var record = CSVRecord()
    /// Index of the row in `record`; below zero before the first.
    private var row = -1
    private var block: [UInt8]
    /// The part of the block that was not read.
    private var rest = 0..<0
    /// Offset in the file after the block.
    private var position = 0
    /// Why a row could not be read, after which no more are; `nil` so far.
    private(set) var failure: RequestFailure?

    /// Number of rows whose parsing costs as much as reading a block.
    private static let shortestJump = 64

    init(_ file: RecipientFile, blockSize: Int = 64 * 1024) {
        self.file = file
        block = [UInt8](repeating: 0, count: blockSize)
    }

    /// Reads a row.
    ///
    /// - Parameter wanted: From zero, below the number of rows.
    /// - Returns: Whether the row was read; never for a file that has changed since it was indexed, as its rows may
    ///   have moved.
    mutating func read(_ wanted: Int) -> Bool {
        if wanted == row { return true }
        guard failure == nil else { return false }
        let table = file.table
        // Rows that are near are read over; for others there is a place near them.
        if row < 0 || wanted < row || wanted - row > max(table.stride, Self.shortestJump) {
            let entry = wanted / table.stride
            position = table.offsets[entry]
            rest = 0..<0
            row = entry * table.stride - 1
            record = CSVRecord(line: table.lines[entry])
        }
        while row < wanted {
            guard readRecord() else {
                row = -1
                return false
            }
            row += 1
        }
        let (wantedCount, count) = (table.columns.count, record.ends.count)
        if count == wantedCount { return true }
        fail("expected \(wantedCount) fields as in the first line, got \(count)", record.line)
        row = -1
        return false
    }

    /// Hands over a value of the row that was read.
    func value(of column: Int, _ take: (UnsafeRawBufferPointer) -> Void) {
        let range = record.range(of: column)
        record.bytes.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    private mutating func readRecord() -> Bool {
        do throws(CSVRecord.Fault) {
            while true {
                if rest.isEmpty {
                    guard fill() else {
                        if failure == nil, try record.finish() { return true }
                        fail("expected another row, got the end of the file", record.nextLine)
                        return false
                    }
                }
                let (end, isComplete) = try record.take(block, rest)
                rest = end..<rest.upperBound
                if isComplete { return true }
            }
        } catch {
            fail(error.reason, error.line)
            return false
        }
    }

    /// Reads the next block; `false` at the end of the file.
    private mutating func fill() -> Bool {
        let count = block.withUnsafeMutableBytes { bytes in
            pread(file.descriptor, bytes.baseAddress, bytes.count, off_t(position))
        }
        if count < 0 {
            fail("cannot read on: \(SystemError.last)", record.nextLine)
        }
        if let change = file.change {
            let wanted = "expected the file to stay as it is while it is read"
            fail("\(wanted): \(change)", record.nextLine)
        }
        guard count > 0, failure == nil else { return false }
        position += count
        rest = 0..<count
        return true
    }

    /// Keeps the first reason; later ones follow from it.
    private mutating func fail(_ reason: String, _ line: Int) {
        guard failure == nil else { return }
        let place = SourceLocation(file: file.table.path, line: line, column: 1)
        failure = RequestFailure(reason, at: place)
    }
}
