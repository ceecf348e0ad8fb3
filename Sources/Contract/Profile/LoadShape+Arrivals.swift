extension LoadShape {
    /// How many arrivals the stages bring in a stretch of time: the integral of their rates.
    ///
    /// - Parameter stretch: Since the first stage began.
    /// - Returns: With its fraction; `nil` in the closed model, where nobody knows before.
    package func expectedArrivals(in stretch: Range<Duration>) -> Double? {
        guard case .open(let stages, _) = model else { return nil }
        var count = 0.0
        var start = Duration.zero
        for stage in stages {
            let from = max(stretch.lowerBound, start)
            let to = min(stretch.upperBound, start + stage.duration)
            if from < to {
                let middle = ((from - start) / stage.duration + (to - start) / stage.duration) / 2
                let rate = stage.startRate + (stage.endRate - stage.startRate) * middle
                count += rate * ((to - from) / .seconds(1))
            }
            start += stage.duration
        }
        return count
    }
}
