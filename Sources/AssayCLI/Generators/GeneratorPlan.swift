import Base
import Cryptography
import Distribution
import JSON
import Load
import LoadModel
import Measure

/// The work of a generator: a command line of `assay load`, and the files that it reads.
///
/// Contains no secrets: each generator reads those from its own environment.
struct GeneratorPlan {
    /// The version of the program: another one may lay out requests differently.
    let version: String
    /// The words after `assay load`.
    let words: [String]
    let files: [String: [UInt8]]
    /// A digest of the profile with all files that it names.
    let digest: String
    /// The step of a search; `nil` for the load of the profile.
    var step: Step?

    /// A step of a search.
    struct Step {
        let step: CapacityStep
        let number: Int
        let arrivals: LoadShape.Arrivals

        var json: JSONValue {
            [
                "purpose": .string(step.purpose.rawValue), "rate": .number(.real(step.rate)),
                "duration": .integer(Int(step.duration)), "warmup": .integer(Int(step.warmup)),
                "number": .integer(number), "arrivals": .string(arrivals.rawValue),
            ]
        }

        init(_ step: PlannedStep) {
            (self.step, number, arrivals) = (step.step, step.number, step.arrivals)
        }

        /// `nil` for an invalid value.
        init?(_ value: JSONValue) {
            // Eleven days, as in a result.
            let longest = 1_000_000_000_000_000
            guard let purpose = value["purpose"]?.stringValue.flatMap(CapacityStep.Purpose.init),
                case .number(let rate)? = value["rate"], (1e-6...1e9).contains(rate.doubleValue),
                let duration = value["duration"]?.intValue, (1...longest).contains(duration),
                let warmup = value["warmup"]?.intValue, (0...longest).contains(warmup),
                let number = value["number"]?.intValue, (0...1_000_000).contains(number),
                let arrivals = value["arrivals"]?.stringValue.flatMap(LoadShape.Arrivals.init)
            else { return nil }
            step = CapacityStep(
                purpose,
                rate: rate.doubleValue,
                duration: Int64(duration),
                warmup: Int64(warmup)
            )
            (self.number, self.arrivals) = (number, arrivals)
        }
    }

    var packet: Packet {
        let files = files.sorted { $0.key < $1.key }.map { path, bytes in
            JSONObject.Member(name: path, value: .string(Base64.encode(bytes)))
        }
        var head = JSONObject()
        head["version"] = .string(version)
        head["words"] = .array(words.map { .string($0) })
        head["digest"] = .string(digest)
        head["files"] = .object(JSONObject(files))
        head["step"] = step?.json
        return Packet(.object(head))
    }

    init(version: String, words: [String], files: [String: [UInt8]], digest: String) {
        self.version = version
        self.words = words
        self.files = files
        self.digest = digest
    }

    /// `nil` for an invalid packet.
    init?(_ packet: Packet) {
        guard let words = packet.head["words"]?.arrayValue?.compactMap(\.stringValue),
            let files = packet.head["files"]?.objectValue
        else { return nil }
        var read: [String: [UInt8]] = [:]
        for member in files.members {
            guard let bytes = member.value.stringValue.flatMap({ Base64.decode($0) }) else {
                return nil
            }
            read[member.name] = bytes
        }
        self.init(
            version: packet.text("version"),
            words: words,
            files: read,
            digest: packet.text("digest")
        )
        guard let value = packet.head["step"] else { return }
        guard let step = Step(value) else { return nil }
        self.step = step
    }
}
