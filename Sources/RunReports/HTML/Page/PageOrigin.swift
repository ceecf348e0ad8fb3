import Base
import LoadModel
import Measure

/// The origin of a result, for the line below the title of a page.
struct PageOrigin {
    /// The profile; empty if the title names the contracts.
    var subjects: [String] = []
    var targets: [String] = []
    /// `2026-11-22 05:24`.
    var moments: [String] = []
    /// `AMD EPYC, 2 cores`.
    var machines: [String] = []
    var seeds: [String] = []

    init(
        subjects: [String] = [],
        targets: [String] = [],
        moments: [String] = [],
        machines: [String] = [],
        seeds: [String] = []
    ) {
        (self.subjects, self.targets, self.moments) = (subjects, targets, moments)
        (self.machines, self.seeds) = (machines, seeds)
    }

    init(subject: String, targets: [RunTarget], startedAt: Int64, machines: [String]) {
        subjects = [subject]
        self.targets = targets.map { $0.isReference ? "built-in reference" : $0.url }
        moments = [WallClockText.minute(startedAt)]
        self.machines = machines
    }

    /// The origin of several results: each fact once, and the first and last time.
    static func merged(_ origins: [PageOrigin]) -> PageOrigin {
        func each(_ texts: KeyPath<PageOrigin, [String]>) -> [String] {
            var seen: Set<String> = []
            return origins.flatMap { $0[keyPath: texts] }.filter { seen.insert($0).inserted }
        }
        let moments = each(\.moments).sorted()
        return PageOrigin(
            subjects: each(\.subjects),
            targets: each(\.targets),
            moments: moments.count > 2 ? [moments[0], moments[moments.count - 1]] : moments,
            machines: each(\.machines),
            seeds: origins.count == 1 ? origins[0].seeds : []
        )
    }

    /// `push.yaml · http://127.0.0.1:8080 · 2026-11-22 05:24 UTC · AMD EPYC, 2 cores`.
    var text: String {
        let time = moments.isEmpty ? "" : "\(moments.joined(separator: " to ")) UTC"
        let lists = [subjects, targets].map { Words.list($0, limit: 4) }
        let machine = Words.list(machines, limit: 3)
        return (lists + [time, machine] + seeds.map { "seed \($0)" }).filter { !$0.isEmpty }
            .joined(separator: " · ")
    }
}
