import Glibc
import Measure
import Platform
import Testing

@testable import Load

/// The kernel's figures for the machine during a run.
struct MachineTimesTests {
    private static let tick: Int64 = 1_000_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK)))

    @Test("The first line of /proc/stat has used, stolen and total time")
    func processors() throws {
        let text = "cpu  100 5 20 700 30 1 4 40 60 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n"
        let times = try #require(MachineTimes.processorTimes(text))
        // A guest's 60 are already included in the 100 of user.
        #expect(times.busy == 130 * Self.tick)
        #expect(times.stolen == 40 * Self.tick)
        #expect(times.available == 900 * Self.tick)
        #expect(MachineTimes.processorTimes("intr 1 2 3") == nil)
        #expect(MachineTimes.processorTimes("cpu  1 2 3") == nil)
    }

    @Test("A process name may contain any characters")
    func process() throws {
        let line = "42 (a) b (c) S 1 42 42 0 -1 4194560 9 0 0 0 250 31 0 0 20 0 1 0 5 6 7"
        let process = try #require(MachineTimes.process(line))
        #expect(process == .init(name: "a) b (c", used: 281 * Self.tick))
        #expect(MachineTimes.process("") == nil)
        #expect(MachineTimes.process("42 (sh) S 1") == nil)
    }

    @Test("A control group reports its throttled time, in the unit of either version")
    func throttled() {
        #expect(MachineTimes.throttledTime("nr_throttled 3\nthrottled_usec 2500\n") == 2_500_000)
        #expect(MachineTimes.throttledTime("nr_throttled 3\nthrottled_time 2500\n") == 2_500)
        #expect(MachineTimes.throttledTime("usage_usec 7\n") == 0)
    }

    @Test("This machine reports on this process")
    func here() throws {
        let now = try #require(MachineTimes.now())
        #expect(now.available > now.busy)
        #expect(now.processes[getpid()] != nil)
    }

    @Test("The time of others excludes the generator and its target")
    func others() {
        func times(
            _ busy: Int64,
            _ stolen: Int64,
            _ processes: [Int32: MachineTimes.Process]
        ) -> MachineTimes {
            MachineTimes((busy, stolen, 2 * busy + stolen), throttled: 0, processes: processes)
        }
        let before = times(
            1_000,
            10,
            [7: .init(name: "assay", used: 5), 8: .init(name: "a", used: 4)]
        )
        let after = times(
            2_000,
            40,
            [
                // The number 8 now belongs to another process; 9 is the target, 7 the generator.
                7: .init(name: "assay", used: 305), 8: .init(name: "b", used: 3),
                9: .init(name: "server", used: 500), 10: .init(name: "cc1", used: 150),
            ]
        )
        let disturbance = RunDisturbance(
            from: before,
            to: after,
            own: 300,
            target: 500,
            known: [9],
            generator: 7
        )
        #expect(
            disturbance
                == RunDisturbance(
                    available: 2_030,
                    stolen: 30,
                    others: 200,
                    busiest: "cc1",
                    busiestTime: 150
                )
        )
    }
}
