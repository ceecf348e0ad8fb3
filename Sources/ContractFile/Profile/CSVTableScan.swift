import Base
import Contract
import Cryptography
import HTTP

/// Goes through a CSV file once, in memory that does not grow with it.
struct CSVTableScan {
    /// What is wrong, in order; nothing after the tenth is looked for.
    private(set) var faults: [CSVRecord.Fault] = []
    /// `nil` before the first line came.
    private(set) var columns: [String]?
    private(set) var rowCount = 0
    private var offsets: [Int] = []
    private var lines: [Int] = []
    private var stride = 1
    private var size = 0
    private var hash = RunningHash(.sha256)
    private var record = CSVRecord()
    /// Where the record begins that is being read.
    private var start = 0
    private var startLine = 1

    private static let largestFaultCount = 10
    private static let largestOffsetCount = 4096
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The first line of the file, for those who point to it.
    private(set) var headerLine = 1

    /// Takes the next block; `false` when no more are wanted.
    mutating func take(_ block: [UInt8]) -> Bool {
        hash.update(block)
        let blockStart = size
        size += block.count
        var position = 0
        if blockStart == 0, block.starts(with: Self.byteOrderMark) {
            position = Self.byteOrderMark.count
            start = position
        }
        do throws(CSVRecord.Fault) {
            while position < block.count {
                let (end, isComplete) = try record.take(block, position..<block.count)
                position = end
                guard isComplete else { break }
                addRecord()
                (start, startLine) = (blockStart + end, record.nextLine)
            }
        } catch {
            faults.append(error)
            return false
        }
        return faults.count < Self.largestFaultCount
    }

    /// Takes the end of the file.
    ///
    /// - Parameter path: The file.
    /// - Returns: `nil` without rows, or after an error.
    mutating func table(_ path: String) -> CSVTable? {
        if faults.count < Self.largestFaultCount {
            do throws(CSVRecord.Fault) {
                if try record.finish() { addRecord() }
            } catch {
                faults.append(error)
            }
        }
        guard faults.isEmpty, let columns, rowCount > 0 else { return nil }
        return CSVTable(
            path: path,
            columns: columns,
            rowCount: rowCount,
            stride: stride,
            offsets: offsets,
            lines: lines,
            size: size,
            hash: Hex.encode(hash.value)
        )
    }

    private mutating func addRecord() {
        let values = record.ends.indices.map { column in
            let isPlain = record.bytes[record.range(of: column)].allSatisfy { $0 < 0x80 }
            return isPlain && columns != nil ? "" : record.text(of: column)
        }
        if values.contains(nil) { addFault("bytes that are not UTF-8") }
        guard let columns else {
            headerLine = record.line
            self.columns = values.map { $0 ?? "" }
            return
        }
        if record.ends.count != columns.count {
            addFault(
                "expected \(columns.count) fields as in the first line, got \(record.ends.count)"
            )
        }
        if rowCount % stride == 0 { addOffset() }
        rowCount += 1
    }

    /// Keeps every second offset when there are too many.
    private mutating func addOffset() {
        if offsets.count == Self.largestOffsetCount {
            offsets = offsets.indices.filter { $0 % 2 == 0 }.map { offsets[$0] }
            lines = lines.indices.filter { $0 % 2 == 0 }.map { lines[$0] }
            stride *= 2
        }
        offsets.append(start)
        lines.append(startLine)
    }

    private mutating func addFault(_ reason: String) {
        guard faults.count < Self.largestFaultCount else { return }
        faults.append(CSVRecord.Fault(line: record.line, reason: reason))
    }
}
