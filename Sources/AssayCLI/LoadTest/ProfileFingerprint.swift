import Base
import Contract
import Cryptography
import JSON
import LoadModel
import Profile

/// A hash of everything that determines the requests of a run and their times: results with
/// different hashes are not compared.
///
/// Servers, variables, seed, places, comments and thresholds do not affect it.
struct ProfileFingerprint {
    private var text = ""

    /// The hash of a profile with all overrides: `sha256:…`.
    static func hash(of profile: LoadProfile) -> String {
        var fingerprint = ProfileFingerprint()
        fingerprint.add(profile)
        let digest = Digest.hash(.sha256, Array(fingerprint.text.utf8))
        return "sha256:" + Hex.encode(digest)
    }

    private mutating func add(_ profile: LoadProfile) {
        if profile.scenarios.isEmpty { add(profile.load) }
        for scenario in profile.scenarios {
            add("scenario", scenario.name, "\(scenario.kinds.count)")
            add(scenario.load)
        }
        addRequests(profile)
    }

    private mutating func add(_ shape: LoadShape) {
        switch shape.model {
        case .open(let stages, let arrivals):
            add("open", arrivals.rawValue)
            for stage in stages {
                add("\(stage.startRate)", "\(stage.endRate)", "\(stage.duration)")
            }
        case .closed(let stages, let think):
            for stage in stages {
                add("closed", "\(stage.duration)", "\(think)")
                if let counts = stage.counts { add("\(counts.start)", "\(counts.end)") }
            }
        }
        add("\(shape.warmup)", "\(shape.timeout)", "\(shape.drain)")
        add("\(shape.connections)", shape.requestsPerConnection.map { "\($0)" } ?? "-")
        if let streams = shape.streams { add("http2", "\(streams)") }
        if let length = shape.breakOff { add("breakOff", "\(length)") }
        for pool in shape.pools { add("pool", pool.target, "\(pool.connections)") }
        if let first = shape.initialConnections { add("from", "\(first)") }
    }

    private mutating func addRequests(_ profile: LoadProfile) {
        if let audience = profile.audience {
            add("audience", "\(audience.count)", "\(audience.perSend)")
            add(audience.recipient)
            if let hash = audience.csvHash { add("csv", hash) }
        }
        if let delivery = profile.delivery {
            add("delivery", "\(delivery.within)", "\(delivery.isForEverybody)")
            add(delivery.recipient)
        }
        for kind in profile.mix.kinds {
            if kind.isJourney { add("journey", kind.name, "\(kind.weight)") }
            for send in profile.sends[kind.sends] { add("send", send, profile) }
        }
        for step in profile.setup {
            add("setup", step.label)
            if let document = step.request?.template.document { add(document) }
        }
        // Their rate does not affect the measurement.
        for call in profile.prepare { add("prepare", call.send, profile) }
        for call in profile.cleanup { add("cleanup", call.send, profile) }
    }

    private mutating func add(_ kind: String, _ send: LoadProfile.Send, _ profile: LoadProfile) {
        add(kind, send.name, "\(send.weight)", send.checkEvery.map { "\($0)" } ?? "-")
        add(send.expectedStatus.map { "\($0)" } ?? "-")
        if let error = send.expectedError { add("error", error.id) }
        if let think = send.think { add("think", "\(think.shortest)", "\(think.longest)") }
        for capture in send.captures {
            add("capture", capture.name, "\(capture.query)", "\(capture.filters)")
        }
        add(send.request.template.document)
        let security = send.request.template.constant("security")
        if let scheme = security.flatMap({ profile.contract.securitySchemes[$0] }) {
            add(scheme)
        }
    }

    private mutating func add(_ scheme: SecurityScheme) {
        add("security", scheme.name)
        for member in scheme.headers + scheme.query + scheme.form {
            add(member.name)
            add(member.value)
        }
        guard let signature = scheme.signature else { return }
        add("signature", signature.algorithm.rawValue, "\(signature.place)")
        add(signature.stringToSign)
    }

    /// Adds words, each on its own line, so that no two lists look alike.
    private mutating func add(_ words: String...) {
        for word in words { text += JSONValue.string(word).text + "\n" }
    }

    private mutating func add(_ template: Template) {
        for part in template.parts {
            switch part {
            case .literal(let literal): add("literal", literal)
            case .reference(let path): add("name", path.joined(separator: "."))
            case .function(let function): add("function", "\(function)")
            }
        }
    }

    private mutating func add(_ value: TemplateValue) {
        switch value {
        case .constant(let constant): add("constant", constant.text)
        case .text(let template):
            add("text")
            add(template)
        case .array(let elements):
            add("array", "\(elements.count)")
            for element in elements { add(element) }
        case .object(let members):
            add("object", "\(members.count)")
            for member in members {
                add(member.name)
                add(member.value)
            }
        case .expression(let expression): add(expression)
        }
    }

    private mutating func add(_ expression: TemplateExpression) {
        switch expression {
        case .json(let inner):
            add("json")
            add(inner)
        case .base64(let inner):
            add("base64")
            add(inner)
        case .text(let inner):
            add("scalar")
            add(inner)
        case .join(let list, let separator):
            add("join")
            add(list)
            add(separator)
        case .repetition(let count, let inner, let separator):
            add("repeat", separator == nil ? "list" : "joined")
            for value in [count, inner, separator].compactMap(\.self) { add(value) }
        case .first(let alternatives):
            add("first", "\(alternatives.count)")
            for alternative in alternatives { add(alternative.value) }
        }
    }
}
