/// How much of a body is read: a small response can decode to a very large one.
package struct BodyLimits: Hashable, Sendable {
    /// The maximum decoded size of a body in content codings, in bytes.
    package let content: Int
    /// The approximate maximum memory of a body's JSON, in bytes.
    package let memory: Int

    /// The maximum size of a body read as XML, which usually takes as much memory as JSON.
    package var xml: Int { memory == .max ? .max : memory / Self.memoryPerByte }

    /// Usual JSON takes five to ten times as much memory as its text.
    private static let memoryPerByte = 8
    /// Usual text compresses to a tenth to a fiftieth of its length.
    private static let contentPerByte = 200
    /// The limit below which content is always read.
    private static let least = 1 << 20

    /// - Parameters:
    ///   - largestBody: The largest body that is received, in bytes; zero for any.
    ///   - jobs: How many bodies are looked into at the same time, which share the memory.
    package init(largestBody: Int = 16 << 20, jobs: Int = 1) {
        precondition(largestBody >= 0 && jobs > 0, "\(largestBody) bytes, \(jobs) jobs")
        guard largestBody > 0, largestBody < Int.max / Self.memoryPerByte else {
            (content, memory) = (.max, .max)
            return
        }
        content = max(largestBody, Self.least)
        memory = max(content * Self.memoryPerByte / jobs, Self.least)
    }

    /// The limits of each of N parallel runs, which share the memory.
    package func shared(among runs: Int) -> BodyLimits {
        precondition(runs > 0, "\(runs) runs")
        return BodyLimits(
            content: content,
            memory: memory == .max ? .max : max(memory / runs, Self.least)
        )
    }

    private init(content: Int, memory: Int) {
        self.content = content
        self.memory = memory
    }

    /// The maximum decoded size of N encoded bytes.
    func content(of count: Int) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: Self.contentPerByte)
        return min(content, max(overflow ? .max : product, Self.least))
    }
}
