import Defects
import Testing

@testable import ReferencePush

/// After any client request, the server still handles the next one.
///
/// The tests run in separate processes, because the errors they look for end a process. To debug such an error, run
/// `HostileRequests` with that service and seed in a debugger.
struct HostileRequestTests {
    @Test(
        "No request crashes a service",
        .timeLimit(.minutes(5)),
        arguments: ReferenceCatalog.names,
        [UInt64(1), 2]
    )
    func services(name: String, seed: UInt64) async {
        await #expect(processExitsWith: .success) { [name, seed] in
            var requests = HostileRequests(service: name, seed: seed)
            requests.send(1_000)
        }
    }

    @Test(
        "No request crashes a service with a defect",
        .timeLimit(.minutes(5)),
        arguments: ["ncmb", "nifty", "nhn-push", "core-push"]
    )
    func defects(service: String) async {
        await #expect(processExitsWith: .success) { [service] in
            for (seed, defect) in DefectCatalog.all.enumerated() where defect.service == service {
                var requests = HostileRequests(service: service, seed: UInt64(seed))
                requests.send(60, defect: defect)
            }
        }
    }
}
