public import Libevent
public import PostgreSQL

extension SourceConnection {
    /// Connects to the first available host that satisfies `target_session_attrs`.
    ///
    /// Each address of each host gets an equal share of the remaining time. Names are resolved on other threads.
    /// Defaults are secure: connections to other machines use TLS with a certificate for the host's name.
    ///
    /// - Parameters:
    ///   - loop: The executor of the calling actor.
    ///   - deadline: The time limit for all attempts.
    public static func open(
        _ parameters: ConnectionParameters, on loop: LoopExecutor, deadline: Duration = .seconds(10)
    ) async throws(PostgreSQLError) -> SourceConnection {
        let limit = Deadline(after: deadline)
        let candidates = await HostCandidates(parameters, on: loop, within: deadline / 2)
        let attempts = try attempts(at: candidates.places)
        var faults = candidates.faults
        for (index, attempt) in attempts.enumerated() {
            let share = min(limit.remaining / (attempts.count - index), attempt.connectTimeout ?? .seconds(3600))
            do throws(PostgreSQLError) {
                return SourceConnection(try await connect(attempt, on: loop, within: share), on: loop)
            } catch {
                guard case .connection(let fault) = error else { throw error }
                if !faults.contains(fault) { faults.append(fault) }
            }
        }
        throw .connection(faults.joined(separator: "; "))
    }

    /// The connection attempts for some hosts; two per host if a standby is preferred and any host is acceptable.
    private static func attempts(
        at places: [ConnectionParameters]
    ) throws(PostgreSQLError) -> [ConnectionParameters] {
        var complete: [ConnectionParameters] = []
        for place in places { complete.append(try place.withDefaults()) }
        guard let first = complete.first, first["target_session_attrs"] == "prefer-standby" else { return complete }
        return ["standby", "any"].flatMap { wanted in
            complete.map { place in
                var place = place
                place["target_session_attrs"] = wanted
                return place
            }
        }
    }

    private static func connect(
        _ parameters: ConnectionParameters, on loop: LoopExecutor, within share: Duration
    ) async throws(PostgreSQLError) -> PostgreSQLConnection {
        let deadline = Deadline(after: share)
        let connection = try PostgreSQLConnection(parameters)
        var readiness = Readiness.writable
        while true {
            do throws(PostgreSQLError) {
                try await loop.wait(for: readiness, of: connection.descriptor, until: deadline)
            } catch {
                throw .connection("connection to \(parameters) failed: \(error)")
            }
            switch try connection.poll() {
            case .waitsToRead: readiness = .readable
            case .waitsToWrite: readiness = .writable
            case .isConnected:
                try connection.setPipelining(true)
                return connection
            }
        }
    }
}

extension ConnectionParameters {
    /// The maximum time for connecting to one host, if it is set.
    fileprivate var connectTimeout: Duration? {
        self["connect_timeout"].flatMap { Int($0) }.flatMap { $0 > 0 ? .seconds($0) : nil }
    }
}
