/// The ASCII spelling of labels in other scripts.
///
/// Source: RFC 3492.
enum Punycode {
    private static let base = 36
    private static let smallestThreshold = 1
    private static let largestThreshold = 26

    /// The label that `text`, without its `xn--`, stands for; `nil` when it stands for none.
    static func decoded(_ text: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar]? {
        let scalars = Array(text)
        let hyphen = scalars.lastIndex(of: "-")
        var output = hyphen.map { Array(scalars[..<$0]) } ?? []
        guard output.allSatisfy(\.isASCII) else { return nil }
        var rest = scalars[(hyphen.map { $0 + 1 } ?? 0)...]
        var (code, index, bias) = (0x80, 0, 72)
        while !rest.isEmpty {
            let start = index
            guard let delta = takeDelta(from: &rest, bias: bias) else { return nil }
            index += delta
            let length = output.count + 1
            bias = adapted(index - start, length: length, isFirst: start == 0)
            code += index / length
            index %= length
            guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else {
                return nil
            }
            output.insert(scalar, at: index)
            index += 1
        }
        return output
    }

    /// The spelling of a label, without `xn--`; `nil` when it is absurdly long.
    static func encoded(_ label: [Unicode.Scalar]) -> String? {
        let basic = label.filter(\.isASCII)
        var output = basic
        if !basic.isEmpty { output.append("-") }
        var (code, delta, bias, handled) = (0x80, 0, 72, basic.count)
        guard label.count <= 1_000 else { return nil }
        while handled < label.count {
            let next = label.map { Int($0.value) }.filter { $0 >= code }.min() ?? code
            delta += (next - code) * (handled + 1)
            code = next
            for scalar in label {
                if scalar.value < code { delta += 1 }
                guard scalar.value == code else { continue }
                append(delta, bias: bias, to: &output)
                bias = adapted(delta, length: handled + 1, isFirst: handled == basic.count)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(String.UnicodeScalarView(output))
    }

    private static func takeDelta(
        from rest: inout ArraySlice<Unicode.Scalar>,
        bias: Int
    ) -> Int? {
        var (delta, weight, position) = (0, 1, base)
        while let digit = rest.popFirst().flatMap(value) {
            let (product, overflows) = digit.multipliedReportingOverflow(by: weight)
            guard !overflows, product <= 0x10_FFFF * 1_000 else { return nil }
            delta += product
            let threshold = threshold(at: position, bias: bias)
            if digit < threshold { return delta }
            weight *= base - threshold
            guard weight <= 0x10_FFFF * 1_000 else { return nil }
            position += base
        }
        return nil
    }

    private static func append(_ delta: Int, bias: Int, to output: inout [Unicode.Scalar]) {
        var (rest, position) = (delta, base)
        while true {
            let threshold = threshold(at: position, bias: bias)
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        output.append(digit(rest))
    }

    private static func threshold(at position: Int, bias: Int) -> Int {
        min(max(position - bias, smallestThreshold), largestThreshold)
    }

    private static func adapted(_ delta: Int, length: Int, isFirst: Bool) -> Int {
        var delta = delta / (isFirst ? 700 : 2)
        delta += delta / length
        var position = 0
        while delta > (base - smallestThreshold) * largestThreshold / 2 {
            delta /= base - smallestThreshold
            position += base
        }
        return position + (base - smallestThreshold + 1) * delta / (delta + 38)
    }

    private static func value(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar {
        case "a"..."z": Int(scalar.value) - 0x61
        case "A"..."Z": Int(scalar.value) - 0x41
        case "0"..."9": Int(scalar.value) - 0x30 + 26
        default: nil
        }
    }

    private static func digit(_ value: Int) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26))
    }
}
