import Measure

/// The content of a history, for a page.
package struct TrendRecord: Sendable {
    /// A figure over the jobs of one profile, on one machine and branch.
    package struct Series: Sendable {
        /// The value of a job.
        package struct Point: Sendable {
            let value: Double
            /// The commit, or another name of the job.
            let name: String
            /// `2026-11-22 05:24`.
            let moment: String

            package init(value: Double, name: String, moment: String) {
                (self.value, self.name, self.moment) = (value, name, moment)
            }
        }

        /// A place where the level changed.
        package struct Change: Sendable {
            package enum Kind: Sendable {
                case better, worse, slight
            }

            /// The position of the first job of the new level.
            let index: Int
            let kind: Kind
            /// The medians before and after it.
            let old: Double
            let new: Double
            /// Whether the level changes gradually from there to the last job.
            let isGradual: Bool
            /// A description, without a full stop.
            let sentence: String

            package init(
                index: Int,
                kind: Kind,
                old: Double,
                new: Double,
                isGradual: Bool = false,
                sentence: String
            ) {
                (self.index, self.kind, self.sentence) = (index, kind, sentence)
                (self.old, self.new, self.isGradual) = (old, new, isGradual)
            }
        }

        /// The common facts of the jobs: the profile and the branch.
        let group: String
        let figure: String
        let unit: MetricScale.Unit
        /// The oldest first.
        let points: [Point]
        let failedCount: Int
        let changes: [Change]

        /// - Parameters:
        ///   - group: The common facts of the jobs.
        ///   - figure: Its name.
        ///   - unit: As files name it.
        ///   - points: The oldest first.
        ///   - failedCount: How many jobs had a percentile that failed.
        ///   - changes: In the order of time.
        package init(
            group: String,
            figure: String,
            unit: String,
            points: [Point],
            failedCount: Int,
            changes: [Change]
        ) {
            (self.group, self.figure) = (group, figure)
            self.unit = MetricScale.Unit(rawValue: unit) ?? .number
            (self.points, self.failedCount, self.changes) = (points, failedCount, changes)
        }
    }

    /// Series of one group are adjacent.
    let series: [Series]
    /// The latest results of all kinds under these titles.
    let titles: [String]
    let results: [[String]]
    let origin: PageOrigin

    /// - Parameters:
    ///   - series: Those of one group follow each other.
    ///   - titles: Of the columns of `results`.
    ///   - results: The latest of all kinds.
    ///   - targets: The servers of all results.
    ///   - startedAt: When results began, in nanoseconds since 1970.
    ///   - machines: That measured.
    package init(
        series: [Series],
        titles: [String],
        results: [[String]],
        targets: [String] = [],
        startedAt: [Int64] = [],
        machines: [String] = []
    ) {
        (self.series, self.titles, self.results) = (series, titles, results)
        let moments = [startedAt.min(), startedAt.max()].compactMap { $0.map(WallClockText.minute) }
        origin = PageOrigin.merged([
            PageOrigin(targets: targets, moments: moments, machines: machines)
        ])
    }
}
