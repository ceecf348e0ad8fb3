import Dispatch
package import HTTP
import Platform
import Synchronization

/// A TCP proxy in front of a server that injects faults.
///
/// It uses one thread for all connections. TLS passes through unchanged.
package final class FaultHop: Sendable {
    /// The server behind the proxy.
    package struct Upstream: Hashable, Sendable {
        /// A name or an address; an IPv6 address without its brackets.
        package let host: String
        package let port: UInt16

        package init(host: String, port: UInt16) {
            self.host = host
            self.port = port
        }
    }

    /// The bound port, even if port 0 was requested.
    package let port: UInt16
    private let state: HopState
    private let threads = DispatchGroup()

    /// Starts the proxy, until `stop`.
    ///
    /// The server's name is resolved for the first request.
    ///
    /// - Parameters:
    ///   - upstream: The server.
    ///   - host: Where to listen: a name or an address, without brackets.
    ///   - port: 0 takes any free port.
    ///   - fault: Injected fault; `nil` forwards everything.
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

    /// The injected fault; requests are counted anew after every change.
    package var fault: Fault? { state.fault }

    package var counters: FaultCounters { state.counters }

    /// Changes the injected fault; `nil` forwards everything.
    package func set(_ fault: Fault?) { state.set(fault) }

    /// Closes the address and every connection soon, without waiting for it.
    package func requestStop() { state.stop() }

    /// Closes the address and every connection; returns when that is done.
    package func stop() {
        state.stop()
        threads.wait()
    }
}

/// Counters of a proxy.
package struct FaultCounters: Hashable, Sendable {
    /// Connections accepted.
    package var connections = 0
    /// Connections that are open now.
    package var open = 0
    /// Requests that began; a connection other than HTTP/1.1 counts as one.
    package var requests = 0
    /// Requests that had the fault.
    package var faults = 0
    /// Requests that did not have the fault, because the message ended before its place.
    package var omissions = 0
    /// Connections that ended because the server could not be reached.
    package var upstreamFailures = 0
    /// Why the server could not be reached the last time; `nil` when it always was.
    package var lastUpstreamFailure: String?

    package init() {}
}

extension Fault {
    /// Why a stand-alone proxy cannot inject this fault; `nil` when it can.
    ///
    /// `isTLS` is whether clients speak TLS with the server.
    package func obstacle(isTLS: Bool) -> String? {
        if isTLS, action.needsCleartext {
            return "\(action.name.rawValue) needs HTTP that can be read, and TLS hides it; "
                + "drop-after, empty and reset do without"
        }
        guard action == .refuse, request != nil else { return nil }
        return "refuse applies to every request: refused connections never reach the proxy, so it "
            + "cannot count them"
    }
}
