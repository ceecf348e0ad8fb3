/// Turns the tree of an expression into automata (Thompson's construction).
struct MatchCompiler {
    /// Largest number of steps: matching time is the number of steps times the length of the text.
    static let maximumSteps = 20_000

    /// The look-arounds; nested ones come first.
    private(set) var looks: [MatchProgram] = []
    /// Number of steps and repetitions so far.
    private var effort = 0

    /// `nil` for automata that would be too large.
    static func compile(_ pattern: Pattern) -> (main: MatchProgram, looks: [MatchProgram])? {
        var compiler = MatchCompiler()
        do throws(TooLarge) {
            let main = try compiler.program(for: pattern, isReversed: false)
            return (main, compiler.looks)
        } catch {
            return nil
        }
    }

    private struct TooLarge: Error {}

    private mutating func program(
        for pattern: Pattern,
        isReversed: Bool
    ) throws(TooLarge) -> MatchProgram {
        var program = MatchProgram(isReversed: isReversed)
        try emit(pattern, into: &program)
        program.steps.append(.accept)
        return program
    }

    private mutating func spend() throws(TooLarge) {
        effort += 1
        guard effort <= Self.maximumSteps else { throw TooLarge() }
    }

    private mutating func emit(
        _ pattern: Pattern,
        into program: inout MatchProgram
    ) throws(TooLarge) {
        try spend()
        switch pattern {
        case .one(let set):
            program.steps.append(.take(ASCIIIndexedSet(set)))
        case .assertion(let assertion):
            program.steps.append(.assert(assertion))
        case .sequence(let items):
            for item in program.isReversed ? items.reversed() : items {
                try emit(item, into: &program)
            }
        case .alternatives(let branches):
            try emitAlternatives(branches, into: &program)
        case .repeated(let body, let minimum, let maximum, let isLazy):
            try emitRepetition(of: body, minimum, maximum, isLazy, into: &program)
        case .group(let body, let number):
            program.steps.append(.save(2 * number))
            try emit(body, into: &program)
            program.steps.append(.save(2 * number + 1))
        case .look(let body, let isAhead, let isNegated):
            // A look-ahead is true at the positions where its reversed pattern ends.
            looks.append(try self.program(for: body, isReversed: isAhead))
            program.steps.append(.look(looks.count - 1, isTrue: !isNegated))
        }
    }

    private mutating func emitAlternatives(
        _ branches: [Pattern],
        into program: inout MatchProgram
    ) throws(TooLarge) {
        var jumps: [Int] = []
        for (index, branch) in branches.enumerated() {
            guard index < branches.count - 1 else {
                try emit(branch, into: &program)
                break
            }
            let fork = program.steps.count
            program.steps.append(.fork(fork + 1, fork + 1))
            try emit(branch, into: &program)
            jumps.append(program.steps.count)
            program.steps.append(.jump(0))
            program.steps[fork] = .fork(fork + 1, program.steps.count)
        }
        for jump in jumps { program.steps[jump] = .jump(program.steps.count) }
    }

    private mutating func emitRepetition(
        of body: Pattern,
        _ minimum: Int,
        _ maximum: Int?,
        _ isLazy: Bool,
        into program: inout MatchProgram
    ) throws(TooLarge) {
        for _ in 0..<minimum { try emit(body, into: &program) }
        guard let maximum else {
            let fork = program.steps.count
            program.steps.append(.fork(fork + 1, fork + 1))
            try emit(body, into: &program)
            program.steps.append(.jump(fork))
            program.steps[fork] = Self.fork(fork + 1, or: program.steps.count, isLazy)
            return
        }
        var forks: [Int] = []
        for _ in minimum..<maximum {
            forks.append(program.steps.count)
            program.steps.append(.jump(0))
            try emit(body, into: &program)
        }
        for fork in forks {
            program.steps[fork] = Self.fork(fork + 1, or: program.steps.count, isLazy)
        }
    }

    /// A fork between one more round and the end.
    private static func fork(_ round: Int, or end: Int, _ isLazy: Bool) -> MatchStep {
        isLazy ? .fork(end, round) : .fork(round, end)
    }
}
