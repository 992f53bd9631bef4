import ByteText
import Libevent
import PostgreSQL
import Threads

/// The possible places of the source, one for each address of each host, in the order in which they are tried.
struct HostCandidates {
    /// Each has one address, so that connecting needs no name lookup.
    private(set) var places: [ConnectionParameters] = []
    /// The errors for hosts that have no address.
    private(set) var faults: [String] = []

    private typealias Outcome = Result<[IPAddress], HostLookup.Fault>

    /// Resolves the host names concurrently, on threads of their own.
    init(_ parameters: ConnectionParameters, on loop: LoopExecutor, within timeout: Duration) async {
        let (hosts, ports, addresses) = (parameters.hosts, parameters.ports, parameters.addresses)
        let count = max(1, hosts.count, addresses.count)
        let names = addresses.isEmpty ? hosts.filter { !Self.needsNoLookup($0) } : []
        let found = await Self.lookUp(names, on: loop, within: timeout)
        for index in 0..<count {
            let host = hosts.isEmpty ? nil : hosts[index]
            let port = ports[ports.count == 1 ? 0 : index]
            let stated = addresses.isEmpty ? nil : addresses[index]
            guard let host, stated == nil, let outcome = found[host] else {
                places.append(parameters.forHost(host, address: stated ?? Self.literal(host), port: port))
                continue
            }
            switch outcome {
            case .success(let ips):
                places += ips.map { parameters.forHost(host, address: $0.description, port: port) }
            case .failure(let fault): faults.append("\(host): \(fault.reason)")
            }
        }
    }

    private static func needsNoLookup(_ host: String) -> Bool {
        host.isEmpty || ConnectionParameters.isSocket(host) || IPAddress(host) != nil
    }

    private static func literal(_ host: String?) -> String? {
        host.flatMap { IPAddress($0) == nil ? nil : $0 }
    }

    private static func lookUp(
        _ names: [String], on loop: LoopExecutor, within timeout: Duration
    ) async -> [String: Outcome] {
        let outcomes = Locked<[String: Outcome]>([:])
        let deadline = Deadline(after: timeout)
        // One thread each: the system's resolver may block for half a minute.
        let threads = Set(names).map { name in
            let thread = JobThread(name: "lookup")
            thread.run {
                let outcome = outcome(of: name)
                outcomes.withLock { $0[name] = outcome }
            }
            return thread
        }
        for thread in threads { await loop.result(on: thread, timeout: deadline.remaining) {} }
        return outcomes.withLock { outcomes in
            let late = Outcome.failure(HostLookup.Fault("the name lookup timed out after \(timeout)"))
            return Dictionary(uniqueKeysWithValues: Set(names).map { ($0, outcomes[$0] ?? late) })
        }
    }

    private static func outcome(of name: String) -> Outcome {
        do throws(HostLookup.Fault) { return .success(try HostLookup.addresses(of: name)) } catch {
            return .failure(error)
        }
    }
}
