/// What changes in the lines of a text, as `diff -u` shows it.
struct LineDifference {
    private let file: String
    private let old: [Substring]
    private let new: [Substring]
    private static let context = 3

    init(of file: String, old: String, new: String) {
        self.file = file
        self.old = Self.lines(old)
        self.new = Self.lines(new)
    }

    private static func lines(_ text: String) -> [Substring] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.last == "" ? lines.dropLast() : lines
    }

    private enum Line {
        case both(Int, Int), removed(Int), added(Int)
    }

    /// Each line, in order, as part of the old text, of the new, or of both.
    private var all: [Line] {
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [Line] = []
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if removed.contains(i) {
                lines.append(.removed(i))
                i += 1
            } else if added.contains(j) {
                lines.append(.added(j))
                j += 1
            } else {
                lines.append(.both(i, j))
                (i, j) = (i + 1, j + 1)
            }
        }
        return lines
    }

    /// With three lines around each change; empty when there is none.
    var text: String {
        let lines = all
        let changed = lines.indices.filter { if case .both = lines[$0] { false } else { true } }
        guard !changed.isEmpty else { return "" }
        var hunks: [Range<Int>] = []
        for index in changed {
            let start = max(0, index - Self.context)
            let end = min(lines.count, index + Self.context + 1)
            if let last = hunks.last, start <= last.upperBound {
                hunks[hunks.count - 1] = last.lowerBound..<end
            } else {
                hunks.append(start..<end)
            }
        }
        return "--- \(file)\n+++ \(file)\n" + hunks.map { text(of: lines[$0]) }.joined()
    }

    private func text(of lines: ArraySlice<Line>) -> String {
        var body = ""
        var (first, second): (Int?, Int?)
        var (oldCount, newCount) = (0, 0)
        for line in lines {
            switch line {
            case .both(let i, let j):
                body += " \(old[i])\n"
                (first, second) = (first ?? i, second ?? j)
                (oldCount, newCount) = (oldCount + 1, newCount + 1)
            case .removed(let i):
                body += "-\(old[i])\n"
                first = first ?? i
                oldCount += 1
            case .added(let j):
                body += "+\(new[j])\n"
                second = second ?? j
                newCount += 1
            }
        }
        let from = (first ?? -1) + 1
        let to = (second ?? -1) + 1
        return "@@ -\(from),\(oldCount) +\(to),\(newCount) @@\n\(body)"
    }
}
