import JSON
import LoadModel
package import Statistics

extension ComparedRun {
    /// Figures of a result for comparison; takes milliseconds.
    ///
    /// - Parameters:
    ///   - result: A complete run, or all shards of one.
    ///   - name: The file, for messages.
    package init(_ result: RunResult, name: String) {
        let doubts = FigureDoubts(result)
        self.init(
            name: name,
            startedAt: result.startedAt,
            elapsed: result.elapsed,
            conditions: Self.conditions(of: result),
            circumstances: Self.circumstances(of: result),
            invalidity: Self.invalidity(of: result),
            figures: Self.figures(of: result),
            figuresWithoutOwn: doubts.withoutOwn,
            doubts: doubts.all
        )
    }

    private static func conditions(of result: RunResult) -> [Condition] {
        [
            Condition("model", result.profile.load.isClosed ? "closed" : "open"),
            Condition("profile hash", result.profile.hash, details: details(of: result.profile)),
            Condition("CPU model", of(result.parts) { $0.environment.cpu }),
            Condition("number of cores", of(result.parts) { "\($0.environment.cores)" }),
            Condition("generator libcurl", of(result.parts) { $0.environment.libcurl }),
            Condition("generator TLS library", of(result.parts) { $0.environment.tls }),
            Condition("major version of Assay", of(result.parts) { major($0.tool.version) }),
        ]
    }

    /// The members of the profile that affect its hash.
    private static func details(of profile: RunProfile) -> [Condition] {
        let others: Set = ["file", "title", "hash", "seed", "run"]
        let members = RunProfile.table.json(profile).objectValue?.members ?? []
        return members.filter { !others.contains($0.name) }.map {
            Condition("profile's \"\($0.name)\"", $0.value.text)
        }
    }

    private static func circumstances(of result: RunResult) -> [Condition] {
        [
            Condition("version of Assay", of(result.parts) { $0.tool.version }),
            Condition("kernel", of(result.parts) { $0.environment.kernel }),
            Condition("number of generators", "\(result.parts.count)"),
            Condition("number of workers", of(result.parts) { "\($0.workers)" }),
        ]
    }

    /// A property of all generators; several values in the order of the shards.
    private static func of(_ parts: [RunPart], _ value: (RunPart) -> String) -> String {
        var values: [String] = []
        for part in parts where !values.contains(value(part)) { values.append(value(part)) }
        return values.joined(separator: " and ")
    }

    private static func major(_ version: String) -> String {
        version.split(separator: ".").first.map(String.init) ?? version
    }

    /// Reason why no figure is reliable; other doubts concern single figures.
    private static func invalidity(of result: RunResult) -> String? {
        if result.isPartial {
            let count = result.firstPart.shard.count
            return "it is \(result.parts.count) of \(count) shards; merge them"
        }
        switch result.cut {
        case nil: break
        case .interrupted: return "the run was interrupted"
        case .threshold: return "the run ended early: a threshold could not be met any more"
        case .audience(let detail): return "the run ended early: \(detail)"
        case .noToken(let detail): return "the run ended early: no access token: \(detail)"
        case .noConnection(let detail): return "the run ended early: no connection: \(detail)"
        case .orphaned: return "the run ended early: its coordinator was not heard of any more"
        case .silent: break
        }
        return result.judgement.generator.coveringDoubt?.text(in: result)
    }

    private static func figures(of result: RunResult) -> [RunFigure: Double] {
        let figures = RunFigures(result)
        var values: [RunFigure: Double] = [:]
        if result.profile.load.isClosed {
            values[.rate] = figures.doneRate
        } else {
            values[.achieved] = figures.achieved?.doubleValue
        }
        values[.failed] = figures.failedRatio?.doubleValue
        for (figure, quantile) in FigureDoubts.quantiles {
            values[figure] = seconds(figures.latency[quantile])
        }
        values[.service] = seconds(figures.serviceTime[.p50])
        let settled = result.parts.reduce(UInt64(0)) { $0 + $1.statistics.settled }
        if settled > 0 {
            values[.processTime] = Double(result.processTime) / 1e9 / Double(settled)
            values[.targetProcessTime] = result.targetProcessTime.map {
                Double($0) / 1e9 / Double(settled)
            }
        }
        return values.merging(deliveries(result.delivery)) { value, _ in value }
    }

    /// Empty when deliveries were not watched, some were missed, or none was expected.
    private static func deliveries(_ delivery: RunDelivery?) -> [RunFigure: Double] {
        guard let delivery, delivery.fault == nil, delivery.counts.expected > 0 else { return [:] }
        let all = Double(delivery.counts.expected)
        var values: [RunFigure: Double] = [
            .lost: Double(delivery.counts.lost) / all, .twice: Double(delivery.counts.twice) / all,
        ]
        values[.deliveredP50] = seconds(delivery.ranked.reading(at: .p50))
        values[.deliveredP99] = seconds(delivery.ranked.reading(at: .p99))
        return values
    }

    /// `nil` with too few arrivals above.
    private static func seconds(_ reading: PercentileReading) -> Double? {
        switch reading {
        case .value(let nanoseconds): Double(nanoseconds) / 1e9
        case .failed: .infinity
        case .tooFew: nil
        }
    }
}
