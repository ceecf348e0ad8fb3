import Dispatch
package import HTTP
import Platform
import Synchronization

/// A TCP hop that stands before a server and breaks things on purpose.
///
/// It has one thread, however many connections there are. TLS passes through it as it is.
package final class FaultHop: Sendable {
    /// The server behind a hop.
    package struct Upstream: Hashable, Sendable {
        /// A name or an address; an IPv6 address without its brackets.
        package let host: String
        package let port: UInt16

        package init(host: String, port: UInt16) {
            self.host = host
            self.port = port
        }
    }

    /// The bound port, also when port 0 was asked for.
    package let port: UInt16
    private let state: HopState
    private let threads = DispatchGroup()

    /// Takes connections from now on, until `stop`.
    ///
    /// The server's name is looked up when the first request is passed on.
    ///
    /// - Parameters:
    ///   - upstream: The server that what is not broken goes to.
    ///   - host: Where to listen: a name or an address, without brackets.
    ///   - port: 0 takes any free port.
    ///   - fault: What befalls requests; `nil` passes all on.
    /// - Throws: When the address cannot be bound.
    package init(
        before upstream: Upstream,
        host: String = "127.0.0.1",
        port: UInt16 = 0,
        fault: Fault? = nil
    ) throws(FaultHopError) {
        let listener = try HopListener(
            host: host,
            port: port,
            isRefusing: fault?.action == .refuse
        )
        let waker: Waker
        do {
            waker = try Waker()
        } catch {
            throw FaultHopError(.socket, address: "a pipe", code: error.code)
        }
        state = HopState(listener: listener, waker: waker, fault: fault)
        self.port = listener.port
        let (state, threads) = (state, threads)
        threads.enter()
        let isStarted = HopThread.start {
            HopLoop(state: state, upstream: upstream).run()
            threads.leave()
        }
        guard isStarted else {
            threads.leave()
            throw FaultHopError(.thread, address: "\(host):\(port)", reason: "no more threads")
        }
    }

    deinit { state.stop() }

    /// What befalls requests from now on; their count begins anew with every change.
    package var fault: Fault? { state.fault }

    package var counters: FaultCounters { state.counters }

    /// Lets another fault befall requests; `nil` passes all on.
    package func set(_ fault: Fault?) { state.set(fault) }

    /// Has the address and every connection closed soon, and does not wait for it.
    package func requestStop() { state.stop() }

    /// Closes the address and every connection; returns when that is done.
    package func stop() {
        state.stop()
        threads.wait()
    }
}

/// What a hop has seen so far.
package struct FaultCounters: Hashable, Sendable {
    /// Connections that were taken.
    package var connections = 0
    /// Connections that are open now.
    package var open = 0
    /// Requests that began; a connection that is not HTTP/1.1 counts as one.
    package var requests = 0
    /// Requests that a fault befell.
    package var faults = 0
    /// Connections that ended because the server could not be reached.
    package var upstreamFailures = 0
    /// Why the server could not be reached the last time; `nil` when it always was.
    package var lastUpstreamFailure: String?

    package init() {}
}

extension Fault {
    /// Why a hop that stands for itself cannot bring this fault about; `nil` when it can.
    ///
    /// `isTLS` says whether clients speak TLS with the server behind it.
    package func obstacle(isTLS: Bool) -> String? {
        if isTLS, action.needsCleartext {
            return "\(action.name.rawValue) needs HTTP that can be read, and TLS hides it; "
                + "drop-after, empty and reset do without"
        }
        guard action == .refuse, request != nil else { return nil }
        return "refuse befalls every request: a connection that is refused is never seen, and so "
            + "cannot be counted"
    }
}
