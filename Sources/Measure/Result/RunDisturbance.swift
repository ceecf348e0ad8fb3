import LoadModel

/// Other activity on a generator's machine during its part of a run, as reported by the system.
package struct RunDisturbance: Hashable, Sendable {
    /// Processor time available, over all processors, in nanoseconds.
    package internal(set) var available: Int64
    /// Part of it that the host of a virtual machine gave to others.
    package internal(set) var stolen: Int64
    /// Time of other processes: all but the generator, and the target if its time was measured.
    package internal(set) var others: Int64
    /// The process among them that used most; `nil` when unknown.
    package internal(set) var busiest: String?
    /// Processor time of that process.
    package internal(set) var busiestTime: Int64
    /// Time in which the control group was throttled by its quota, over all threads, in nanoseconds.
    package internal(set) var throttled: Int64

    package init(
        available: Int64,
        stolen: Int64 = 0,
        others: Int64 = 0,
        busiest: String? = nil,
        busiestTime: Int64 = 0,
        throttled: Int64 = 0
    ) {
        self.available = available
        self.stolen = stolen
        self.others = others
        self.busiest = busiest
        self.busiestTime = busiestTime
        self.throttled = throttled
    }
}

extension RunDisturbance {
    /// Possible reasons for delays of the generator, as the rest of a sentence: `the host took the processors for
    /// 3.1 % of the time`; empty without any.
    package var text: String {
        causes.joined(separator: "; ")
    }

    /// Whether the disturbance is large enough to delay the server too.
    package var isGrave: Bool {
        isAtLeast(1, of: 50, stolen) || throttled > 0 || isAtLeast(1, of: 2, busiestTime)
    }

    private var causes: [String] {
        var causes: [String] = []
        // The kernel counts in hundredths of a second.
        if isAtLeast(1, of: 1_000, stolen) {
            causes.append("the host took the processors for \(share(stolen)) of the time")
        }
        if throttled > 0 {
            let text = NanosecondText.short(throttled)
            causes.append("the control group was held back for \(text) (its processor quota)")
        }
        if isAtLeast(1, of: 20, others) {
            let name = busiest.map { ", most of it \($0) (\(share(busiestTime)))" } ?? ""
            let isMost = busiestTime * 2 > others
            causes.append(
                "other processes took \(share(others)) of the processors\(isMost ? name : "")"
            )
        }
        return causes
    }

    private func isAtLeast(_ part: Int64, of whole: Int64, _ time: Int64) -> Bool {
        available > 0 && Double(time) * Double(whole) >= Double(available) * Double(part)
    }

    /// `3.1 %` of the processor time that there was.
    private func share(_ time: Int64) -> String {
        let tenths = Int64((Double(time) * 1_000 / Double(max(available, 1))).rounded())
        return tenths >= 100 || tenths % 10 == 0
            ? "\((tenths + 5) / 10) %" : "\(tenths / 10).\(tenths % 10) %"
    }
}

extension RunResult {
    /// Possible reasons for delays of generators, as the rest of a sentence; `nil` without any.
    package var disturbanceText: String? {
        let texts = parts.compactMap { part -> String? in
            guard let text = part.environment.disturbance?.text, !text.isEmpty else { return nil }
            let name = part.generator?.name ?? (parts.count > 1 ? "shard \(part.shard)" : nil)
            return name.map { "\($0): \(text)" } ?? text
        }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }
}
