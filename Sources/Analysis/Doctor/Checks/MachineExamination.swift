import ByteText
import Settings

/// The checks of this machine: turns the observations into findings. Pure, without I/O.
struct MachineExamination {
    let seen: MachineObservation

    init(_ seen: MachineObservation) { self.seen = seen }

    var findings: [Finding] {
        faults + daemon + listeners + peers + [descriptors] + certificates + secrets + store + places
    }

    /// The first errors of rules and settings.
    private var faults: [Finding] {
        let shown = seen.faults.prefix(Self.mostFaults).map { fault in
            Finding.error("configuration", fault, remedy: Self.remedy)
        }
        guard seen.faults.count > Self.mostFaults else { return shown }
        let rest = seen.faults.count - Self.mostFaults
        return shown + [.error("configuration", "\(counted(rest, "more error"))", remedy: "fingerpost check lists all")]
    }

    private static let mostFaults = 20
    private static let remedy = "correct it and run fingerpost check: a daemon neither starts nor reloads with it"

    // MARK: - Listeners

    /// The edge and admin listeners have no TLS and are meant for local clients.
    private var listeners: [Finding] {
        let exposed = [("edge", seen.settings.edge), ("admin", seen.settings.admin)].filter { !$0.1.isLocal }
        guard !exposed.isEmpty else { return [.ok("listeners", "edge and admin are local only")] }
        return exposed.map { kind, address in
            .warning(
                "listeners", "listen.\(kind): other machines can reach \(address), without TLS",
                remedy: "bind it to 127.0.0.1, or put a proxy with TLS in front and a firewall around it")
        }
    }

    /// The peers that are trusted to forward client addresses.
    private var peers: [Finding] {
        var findings: [Finding] = []
        for text in seen.settings.trustedPeers {
            guard let range = CIDR(text) else { continue }
            let everyone = range.prefixLength == 0
            guard everyone || range.prefixLength < (range.address.isIPv4 ? 8 : 16) else { continue }
            findings.append(
                Finding(
                    everyone ? .error : .warning, "trusted peers",
                    "\(text) lets \(everyone ? "everyone" : "half the internet") set a client's address and device",
                    remedy: "list the proxy's own addresses in trusted_peers"))
        }
        if !findings.isEmpty { return findings }
        if !seen.settings.trustedPeers.isEmpty {
            return [.ok("trusted peers", seen.settings.trustedPeers.joined(separator: ", ").shortened)]
        }
        // A front that listens on local addresses only is behind a proxy, or is a trial.
        guard seen.settings.front.allSatisfy({ $0.address.isLocal }) else { return [.ok("trusted peers", "none")] }
        return [
            .warning(
                "trusted peers", "the front is local only, and its proxy is not trusted",
                remedy: "add the proxy to trusted_peers (127.0.0.1): otherwise all clicks have its address, and "
                    + "share one limits.per_address")
        ]
    }

    // MARK: - Limits

    private var descriptors: Finding {
        let wanted = seen.settings.limits.connections
        // Listeners, logs and the store need descriptors as well.
        let needed = wanted + 64
        let running = seen.daemon.metric("process_max_fds")
        let limit = running ?? seen.descriptorLimit
        let whose = running == nil ? "a process of this user" : "the daemon"
        guard limit < needed else {
            return .ok("open files", "\(whose) may have \(grouped(limit)), for \(grouped(wanted)) connections")
        }
        return .warning(
            "open files", "\(whose) may have \(grouped(limit)), but limits.connections is \(grouped(wanted))",
            remedy:
                "LimitNOFILE=\(max(65_536, needed)) in the systemd unit (or ulimit -Hn), or lower limits.connections")
    }
}

extension ListenAddress {
    /// Whether it is reachable only from this machine.
    fileprivate var isLocal: Bool {
        switch self {
        case .unix: true
        case .tcp(let host, _): host == "localhost" || IPAddress(host)?.isLoopback ?? false
        }
    }
}
