public import ByteText
public import Libevent
import Threads

/// Resolves many names concurrently, with a deadline. For commands, which wait for all of them.
public enum HostLookups {
    /// The outcome for one name.
    public typealias Outcome = Result<[IPAddress], HostLookup.Fault>

    private struct State: Sendable {
        var waiting: [String]
        var outcomes: [String: Outcome] = [:]
    }

    /// Resolves the names, a few at a time. A name that takes longer fails; its thread is left to the system's
    /// resolver, which gives up on its own.
    public static func run(_ hosts: [String], seconds: Int) -> [String: Outcome] {
        let names = Set(hosts)
        let state = Locked(State(waiting: names.sorted()))
        for _ in 0..<min(8, names.count) {
            SystemThread(name: "lookup") {
                while let host = state.withLock({ $0.waiting.popLast() }) {
                    let outcome = outcome(of: host)
                    state.withLock { $0.outcomes[host] = outcome }
                }
            }.detach()
        }
        _ = state.wait(seconds: seconds) { $0.outcomes.count == names.count ? true : nil }
        var outcomes = state.withLock(\.outcomes)
        for host in names where outcomes[host] == nil {
            outcomes[host] = .failure(HostLookup.Fault("timed out after \(seconds) seconds"))
        }
        return outcomes
    }

    private static func outcome(of host: String) -> Outcome {
        do throws(HostLookup.Fault) { return .success(try HostLookup.addresses(of: host)) } catch {
            return .failure(error)
        }
    }
}
