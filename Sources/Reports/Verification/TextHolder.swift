import Contract
import ContractDiff
package import HTTP
import JSON
import ReportText

/// A value with texts that reports show: one walk over a result serves every change of texts.
protocol TextHolder {
    /// Applies the change to every text.
    mutating func change(_ change: TextChange)
}

/// A change of the texts of a result.
struct TextChange {
    let text: (String) -> String
    /// A change of an exchange before its texts are changed: its request and bodies are handled
    /// separately.
    var exchange: (inout ExchangeRecord) -> Void = { _ in }
}

extension TextHolder {
    func changed(by change: TextChange) -> Self {
        var copy = self
        copy.change(change)
        return copy
    }

    /// The value with every text on one line and without control characters.
    ///
    /// Bodies, requests and signed texts stay as they are: they are formatted separately.
    var printable: Self { changed(by: TextChange { PrintableText.line($0) }) }
}

extension String: TextHolder {
    mutating func change(_ change: TextChange) { self = change.text(self) }
}

extension Optional: TextHolder where Wrapped: TextHolder {
    mutating func change(_ change: TextChange) { self?.change(change) }
}

extension Array: TextHolder where Element: TextHolder {
    mutating func change(_ change: TextChange) {
        for index in indices { self[index].change(change) }
    }
}

// MARK: - Results

extension VerificationResult: TextHolder {
    mutating func change(_ change: TextChange) { contracts.change(change) }
}

extension ContractResult: TextHolder {
    mutating func change(_ change: TextChange) {
        title.change(change)
        version.change(change)
        targets.change(change)
        cases.change(change)
        promises.change(change)
        clientPromises.change(change)
        generation.change(change)
    }
}

extension GenerationResult: TextHolder {
    mutating func change(_ change: TextChange) {
        obstacle.change(change)
        excluded.change(change)
        withoutBase.change(change)
    }
}

extension GenerationResult.Omission: TextHolder {
    mutating func change(_ change: TextChange) {
        operation.change(change)
        reason.change(change)
    }
}

extension ContractResult.Target: TextHolder {
    mutating func change(_ change: TextChange) {
        name.change(change)
        url.change(change)
    }
}

extension PromiseResult: TextHolder {
    mutating func change(_ change: TextChange) {
        id.change(change)
        summary.change(change)
        doc.change(change)
        reason.change(change)
        cases.change(change)
    }
}

extension CaseResult: TextHolder {
    mutating func change(_ change: TextChange) {
        name.change(change)
        tags.change(change)
        reason.change(change)
        covers.change(change)
        generated.change(change)
        steps.change(change)
    }
}

extension GeneratedFinding: TextHolder {
    /// The text of the case has several lines.
    mutating func change(_ change: TextChange) {
        operation.change(change)
        places.change(change)
        alterations.change(change)
        text = text.map { text in
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { change.text(String($0)) }.joined(separator: "\n")
        }
    }
}

extension StepResult: TextHolder {
    mutating func change(_ change: TextChange) {
        label.change(change)
        promises.change(change)
        headline.change(change)
        differences.change(change)
        waivedAsserts.change(change)
        exchanges.change(change)
    }
}

extension WaivedAssert: TextHolder {
    mutating func change(_ change: TextChange) {
        statement.change(change)
        reason.change(change)
    }
}

extension Difference: TextHolder {
    mutating func change(_ change: TextChange) {
        self = Difference(
            path: path.changed(by: change),
            expected: expected.changed(by: change),
            actual: actual.changed(by: change),
            location: location,
            basis: basis,
            standing: standing.changed(by: change)
        )
    }
}

extension Difference.Standing {
    fileprivate func changed(by change: TextChange) -> Self {
        switch self {
        case .contradiction, .unknown: self
        case .waived(let reason): .waived(reason.changed(by: change))
        }
    }
}

extension ExchangeRecord: TextHolder {
    mutating func change(_ change: TextChange) {
        change.exchange(&self)
        label.change(change)
        switch result {
        case .success(var response):
            response.headers.change(change)
            result = .success(response)
        case .failure(let failure):
            let detail = failure.detail.changed(by: change)
            result = .failure(
                TransportFailure(kind: failure.kind, detail: detail, phases: failure.phases)
            )
        }
    }
}

extension HTTPFields: TextHolder {
    mutating func change(_ change: TextChange) {
        self = HTTPFields(
            fields.map { field in
                Field(name: field.name.changed(by: change), value: field.value.changed(by: change))
            }
        )
    }
}

// MARK: - Comparisons

extension ResponseComparisonResult: TextHolder {
    mutating func change(_ change: TextChange) {
        first.change(change)
        second.change(change)
        comparison.cases.change(change)
    }
}

extension ResponseComparison.CaseComparison: TextHolder {
    mutating func change(_ change: TextChange) {
        first.change(change)
        second.change(change)
        steps.change(change)
        end?.label.change(change)
    }
}

extension ResponseComparison.StepComparison: TextHolder {
    mutating func change(_ change: TextChange) {
        first.change(change)
        second.change(change)
        differences.change(change)
    }
}

extension ResponseDifference: TextHolder {
    mutating func change(_ change: TextChange) {
        path.change(change)
        generalPath.change(change)
        first.change(change)
        second.change(change)
    }
}

extension JSONValue: TextHolder {
    /// A number counts as a text, as it may be a secret.
    mutating func change(_ change: TextChange) {
        switch self {
        case .string(let text): self = .string(change.text(text))
        case .number:
            let changed = change.text(text)
            if changed != text { self = .string(changed) }
        case .array(var elements):
            elements.change(change)
            self = .array(elements)
        case .object(let object):
            var changed = JSONObject()
            for member in object.members {
                changed[change.text(member.name)] = member.value.changed(by: change)
            }
            self = .object(changed)
        case .null, .bool: break
        }
    }
}
