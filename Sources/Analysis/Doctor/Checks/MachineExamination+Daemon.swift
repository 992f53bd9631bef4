import ByteText
import Client
import HTTP
import Settings

/// Checks of the local daemon, by the responses of its admin listener.
extension MachineExamination {
    /// If no daemon runs, there is a single finding.
    var daemon: [Finding] {
        let daemon = seen.daemon
        guard let readiness = daemon.readiness?.answer else {
            return [
                .skipped(
                    "daemon",
                    "none answers at \(daemon.address): \(daemon.readiness?.fault?.description ?? "not asked")",
                    remedy: "start it (systemctl start fingerpost), or run doctor where it runs")
            ]
        }
        guard let hash = daemon.json?["hash"]?.string else {
            return [
                .error(
                    "daemon", "the server at \(daemon.address) is not Fingerpost's admin side",
                    remedy: "compare listen.admin with the addresses of the daemon's ready line")
            ]
        }
        return [self.readiness(readiness), ruleSet(hash), lastReload].compactMap { $0 } + settings
            + [version, sourceClock, sourceSnapshot].compactMap { $0 }
    }

    /// Whether the daemon runs with the settings of its files.
    private var settings: [Finding] {
        guard let pending = seen.pendingSettings else {
            return [
                .skipped(
                    "settings", "the daemon does not report its settings: those of the files may not be active",
                    remedy: "run doctor as its user or as root, and set --socket to its socket")
            ]
        }
        guard !pending.isEmpty else { return [.ok("settings", "the daemon uses those of its files")] }
        return pending.map { row in
            .warning("settings", row.pendingText ?? "", remedy: Self.remedy(row.description.effect))
        }
    }

    private static func remedy(_ effect: SettingEffect) -> String {
        switch effect {
        case .reload: "reload the daemon: fingerpost control reload"
        case .restart: "restart the daemon (systemctl restart fingerpost), or undo the change"
        }
    }

    private func readiness(_ answer: ClientAnswer) -> Finding {
        guard answer.head.status != 200 else { return .ok("daemon", "ready at \(seen.daemon.address)") }
        return .error(
            "daemon", "not ready (\(answer.head.status)): it is stopping, or its store can't be used",
            remedy: "see its standard error (journalctl -u fingerpost) and fingerpost link check")
    }

    private func ruleSet(_ hash: String) -> Finding {
        guard seen.faults.isEmpty else {
            return .warning(
                "rules", "the running daemon has the rules of its last good load (\(hash.prefix(19)))",
                remedy: "correct the errors above, then reload it: fingerpost control reload")
        }
        guard hash != seen.hash else { return .ok("rules", "the daemon has those of the directory") }
        return .error(
            "rules", "the running daemon has other rules than the directory",
            remedy: "reload it (fingerpost control reload), or set --rules to its directory")
    }

    private var lastReload: Finding? {
        guard let last = seen.daemon.json?["last_reload"], last["result"]?.string == "failure" else { return nil }
        let problem = last["problems"]?.array?.first?.string ?? ""
        return .error(
            "reload", "the last reload was refused: \(problem.shortened)",
            remedy: "fingerpost check, then reload again: the daemon still uses the previous rules")
    }

    /// Whether the clocks of the daemon and its source agree; `nil` without a source.
    private var sourceClock: Finding? {
        guard let offset = seen.daemon.value(of: "fingerpost_source_clock_offset_seconds") else { return nil }
        guard abs(offset) > 5 else { return .ok("source clock", "within \(Int(abs(offset))) s of this machine's") }
        return .warning(
            "source clock", "\(Int(abs(offset))) s \(offset > 0 ? "ahead of" : "behind") this machine's",
            remedy: "synchronise both clocks (NTP): the nodes' shared keys are renewed by the source's")
    }

    /// Whether a long-running transaction at the source holds back the removal of row versions; `nil` if unknown.
    private var sourceSnapshot: Finding? {
        guard let seconds = seen.daemon.value(of: "fingerpost_source_oldest_snapshot_seconds") else { return nil }
        guard seconds > 3_600 else { return .ok("source snapshot", "the oldest transaction is \(Int(seconds)) s old") }
        return .warning(
            "source snapshot",
            "a transaction at the source is \(Int(seconds)) s old and blocks vacuum",
            remedy: "end it, or have it run on a standby: pg_stat_activity names its pid, user and application")
    }

    private var version: Finding? {
        guard let running = seen.daemon.label("version", of: "fingerpost_build_info"), running != seen.version else {
            return nil
        }
        return .warning(
            "version", "the daemon is \(running), this program \(seen.version)",
            remedy: "restart the daemon (systemctl restart fingerpost)")
    }
}

extension MachineObservation.Daemon {
    /// The response of `/v1/ruleset`; `nil` if it is not JSON.
    var json: JSONValue? {
        ruleSet?.answer.flatMap { try? JSONValue(parsing: String(decoding: $0.body, as: UTF8.self)) }
    }

    /// The integer value of a metric without labels; `nil` if it is missing or fractional.
    func metric(_ name: String) -> Int? {
        line(name + " ").flatMap { Double($0) }.flatMap { Int(exactly: $0) }
    }

    /// The value of a label of the first metric with a name.
    func label(_ label: String, of name: String) -> String? {
        guard let rest = line(name + "{"), let start = rest.firstRange(of: "\(label)=\"")?.upperBound else {
            return nil
        }
        return String(rest[start...].prefix { $0 != "\"" })
    }

    /// The value of a metric without labels.
    func value(of name: String) -> Double? { line(name + " ").flatMap { Double($0) } }

    /// The rest of the first metrics line with a prefix.
    private func line(_ beginning: String) -> Substring? {
        guard let body = metrics?.answer?.body else { return nil }
        return String(decoding: body, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(beginning) }?
            .dropFirst(beginning.count)
    }
}
