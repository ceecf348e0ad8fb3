import Base
import Testing

/// A value that is handed over before, or after, somebody waits for it.
struct HandoverTests {
    @Test("What is given first is there for whoever waits then")
    func early() async {
        let handover = Handover<Int>()
        handover.give(7)
        #expect(await handover.value() == 7)
    }

    @Test("Whoever waits gets what is given then")
    func late() async {
        let handover = Handover<Int>()
        async let value = handover.value()
        await Task.yield()
        handover.give(7)
        #expect(await value == 7)
    }

    @Test("That nothing is to come lasts, whatever is given later")
    func over() async {
        let handover = Handover<Int>()
        handover.give(7)
        handover.give(nil)
        #expect(await handover.value() == nil)
        handover.give(8)
        #expect(await handover.value() == nil)
    }

    @Test("What has happened before the wait ends it")
    func signal() async {
        let signal = Handover<Void>()
        signal.give()
        signal.give()
        await signal.wait()
        await signal.wait()
    }
}
