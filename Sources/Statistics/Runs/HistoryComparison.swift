/// The runs of one job checked against those of earlier jobs; can only hint at a regression.
package struct HistoryComparison: Hashable, Sendable {
    /// One earlier job: the runs of one commit.
    package struct Job: Hashable, Sendable {
        /// The commit, or the number of the run, for display.
        package let name: String
        /// At least one.
        package let runs: [ComparedRun]

        package init(name: String, runs: [ComparedRun]) {
            precondition(!runs.isEmpty, "\(name): a job without runs")
            self.name = name
            self.runs = runs
        }

        /// Over the runs in which the figure can be relied on.
        func median(_ figure: RunFigure, as metric: ComparedMetric) -> Double? {
            let values = runs.compactMap { $0.value(of: figure, as: metric) }
            return values.isEmpty ? nil : values.median
        }
    }

    /// Conclusion of the comparison.
    package enum Conclusion: String, Hashable, Sendable, CaseIterable {
        /// The new runs are not comparable with one another, or not valid.
        case refused
        /// There are fewer earlier jobs than a p-value of 5 % takes.
        case tooFewJobs
        case indicativeRegression
        case improvement
        case noRegression
    }

    package let runs: [ComparedRun]
    /// The oldest first.
    package let jobs: [Job]
    package let refusals: [RunRefusal]
    /// One for each metric that was judged.
    package let places: [HistoryPlace]
    /// Figures in which some run of this job cannot be relied on.
    package let doubtful: [DoubtfulFigure]

    /// Compares at least one run.
    ///
    /// - Parameters:
    ///   - runs: The runs of this job.
    ///   - jobs: Earlier jobs under the same conditions; invalid runs are ignored.
    ///   - figures: Figures to compare.
    ///   - relativeFloor: Smallest relevant change, as a share of the median of the jobs.
    ///   - latencyFloor: Smallest relevant change of a latency, in seconds.
    package init(
        runs: [ComparedRun],
        against jobs: [Job],
        judging figures: [RunFigure] = RunFigure.judged,
        relativeFloor: Double = ComparedMetric.usualFloor,
        latencyFloor: Double = 0.0002
    ) {
        precondition(!runs.isEmpty, "a job without runs")
        self.runs = runs
        self.jobs = jobs
        let refusals = RunRefusal.all(among: runs)
        guard refusals.isEmpty else {
            (places, doubtful, self.refusals) = ([], [], refusals)
            return
        }
        let own = Job(name: "", runs: runs)
        let columns = figures.compactMap { figure -> HistoryPlace.Column? in
            let metric = figure.metric(relativeFloor: relativeFloor, latencyFloor: latencyFloor)
            let earlier = jobs.map { $0.median(figure, as: metric) }
            guard let value = own.median(figure, as: metric), earlier.contains(where: { $0 != nil })
            else { return nil }
            return HistoryPlace.Column(metric: metric, value: value, earlier: earlier)
        }
        places = HistoryPlace.all(columns)
        doubtful = figures.compactMap { figure in
            let metric = figure.metric(relativeFloor: relativeFloor, latencyFloor: latencyFloor)
            let candidate = FigureCandidate(figure, metric, old: [], new: runs)
            let doubtful = candidate.doubtful(isJudged: !candidate.new.isEmpty)
            return doubtful.doubts.isEmpty ? nil : doubtful
        }
        let hasNothing = places.isEmpty && !jobs.isEmpty && !doubtful.isEmpty
        self.refusals = hasNothing ? [.nothingSound] : []
    }

    /// Figures that were to be judged and are not, as no run of this job speaks for them.
    package var unjudged: [DoubtfulFigure] { doubtful.filter { !$0.isJudged } }

    /// Conclusion of the comparison.
    package var conclusion: Conclusion {
        guard refusals.isEmpty else { return .refused }
        let verdicts = Set(places.map(\.verdict))
        if verdicts.contains(.regression) { return .indicativeRegression }
        if places.isEmpty || verdicts.contains(.cannotTell) { return .tooFewJobs }
        return verdicts.contains(.improvement) ? .improvement : .noRegression
    }
}
