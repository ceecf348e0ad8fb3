import History
import Statistics

/// Load runs of a history in the form that comparisons use.
enum KeptRuns {
    /// A run without its conditions, which are the same for all selected runs.
    static func compared(_ run: RecordedRun) -> ComparedRun {
        var figures: [RunFigure: Double] = [:]
        for (name, value) in run.record.figures {
            if let figure = RunFigure(rawValue: name) { figures[figure] = value }
        }
        return ComparedRun(
            name: "run \(run.number)",
            startedAt: run.record.startedAt,
            conditions: [],
            figures: figures
        )
    }

    /// A job with its runs, the oldest first.
    typealias KeptJob = (runs: [RecordedRun], job: HistoryComparison.Job)

    /// Groups runs into jobs: consecutive runs of one commit are one job; a run of an unknown commit is a job of its
    /// own.
    static func jobs(_ runs: [RecordedRun]) -> [KeptJob] {
        var groups: [[RecordedRun]] = []
        for run in runs {
            if let revision = run.record.revision, groups.last?.last?.record.revision == revision {
                groups[groups.count - 1].append(run)
            } else {
                groups.append([run])
            }
        }
        return groups.map { group in
            let name = group[0].record.revision.map(shortened) ?? "run \(group[0].number)"
            return (group, HistoryComparison.Job(name: name, runs: group.map(compared)))
        }
    }

    /// The first seven digits of a commit hash; other names stay whole.
    static func shortened(_ revision: String) -> String {
        let isHash = revision.utf8.count >= 40 && revision.allSatisfy(\.isHexDigit)
        return isHash ? String(revision.prefix(7)) : revision
    }
}

extension RunRecord {
    /// `recordedAt` in nanoseconds since 1970, clamped to the largest value.
    var startedAt: Int64 {
        let (product, overflows) = recordedAt.multipliedReportingOverflow(by: 1_000_000)
        return overflows ? (recordedAt < 0 ? .min : .max) : product
    }
}
