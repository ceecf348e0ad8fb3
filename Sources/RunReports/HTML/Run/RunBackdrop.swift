import Base
import LoadModel
import Measure

extension TimeBackdrop {
    /// Stages, stalls and other events of a run.
    ///
    /// - Parameters:
    ///   - result: The recorded run.
    ///   - timeline: The slices of that.
    ///   - standing: Of a run that has not ended.
    init(_ result: RunResult, _ timeline: RunTimeline, _ standing: RunStanding? = nil) {
        let profile = result.profile
        self.init()
        stalls = timeline.stalls
        if timeline.domain.lowerBound < 0 {
            let range = timeline.domain.lowerBound...0.0
            stretches.append(Stretch(range: range, label: "warm-up", style: "aside"))
        }
        switch profile.load.model {
        case .open(let stages, _): add(stages)
        case .closed(let stages, _): add(stages, of: result.connections)
        }
        if timeline.domain.upperBound > timeline.span {
            let range = timeline.span...timeline.domain.upperBound
            stretches.append(Stretch(range: range, label: "drain", style: "aside"))
        }
        if let moment = result.audienceSentAt {
            marks.append(Mark(moment: Double(moment) / 1e9, label: "whole audience sent"))
        }
        for gap in result.tokens.flatMap(\.gaps).prefix(Self.shownGapCount) {
            let length = NanosecondText.short(gap.upperBound - gap.lowerBound)
            let moment = Double(gap.lowerBound) / 1e9
            marks.append(Mark(moment: moment, label: "no token for \(length)"))
        }
        for outage in result.outages.prefix(Self.shownGapCount) {
            marks.append(Mark(moment: Double(outage.from) / 1e9, label: "server gone"))
            guard let until = outage.until else { continue }
            marks.append(Mark(moment: Double(until) / 1e9, label: "server back"))
        }
        if let standing {
            marks.append(Mark(moment: Double(standing.elapsed) / 1e9, label: "now"))
            return
        }
        for part in result.parts {
            guard let moment = part.cutAt, let cut = part.cut else { continue }
            marks.append(Mark(moment: Double(moment) / 1e9, label: cut.shortText))
        }
    }

    /// More would overlap.
    private static let shownGapCount = 5

    private mutating func add(_ stages: [LoadShape.ConnectionStage], of connections: Int) {
        var start = 0.0
        for (index, stage) in stages.enumerated() {
            let end = max(start + Double(stage.duration) / 1e9, 0.001)
            let label = stage.counts?.text ?? "\(Count.grouped(connections)) connections"
            let style = index.isMultiple(of: 2) ? "" : "stage-odd"
            stretches.append(Stretch(range: start...end, label: label, style: style))
            start = end
        }
    }

    private mutating func add(_ stages: [LoadShape.Stage]) {
        var start = 0.0
        for (index, stage) in stages.enumerated() {
            let end = start + Double(stage.duration) / 1e9
            let style = index.isMultiple(of: 2) ? "" : "stage-odd"
            stretches.append(Stretch(range: start...end, label: stage.rates, style: style))
            start = end
        }
    }
}

extension LoadShape.Stage {
    /// `500/s`, `500 → 2,000/s`.
    var rates: String {
        startRate == endRate
            ? LoadNumber.rate(startRate)
            : "\(LoadNumber.short(startRate)) → \(LoadNumber.rate(endRate))"
    }
}

extension RunCut {
    /// Why arrivals ended, in two words.
    var shortText: String {
        switch self {
        case .interrupted: "interrupted"
        case .threshold: "threshold failed"
        case .noConnection: "no connection"
        case .audience: "no recipients"
        case .noToken: "no token"
        case .orphaned: "no coordinator"
        case .silent: "silent"
        }
    }
}
