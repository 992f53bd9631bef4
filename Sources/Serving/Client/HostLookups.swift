public import ByteText
public import Libevent
import Threads

/// Look-ups of many names at once, with a deadline: for commands, which wait for all of them.
public enum HostLookups {
    /// What came of one name.
    public typealias Outcome = Result<[IPAddress], HostLookup.Fault>

    private struct State: Sendable {
        var waiting: [String]
        var outcomes: [String: Outcome] = [:]
    }

    /// Looks the names up, some at a time. A name that takes longer has no address; its thread is left to the system's
    /// resolver, which gives up by itself.
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
            outcomes[host] = .failure(HostLookup.Fault("no answer within \(seconds) seconds"))
        }
        return outcomes
    }

    private static func outcome(of host: String) -> Outcome {
        do throws(HostLookup.Fault) { return .success(try HostLookup.addresses(of: host)) } catch {
            return .failure(error)
        }
    }
}
