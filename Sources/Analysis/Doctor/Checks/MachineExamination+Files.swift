import ByteText
import OpenSSL

/// Certificates, secrets, the store and the logs.
extension MachineExamination {
    var certificates: [Finding] {
        seen.certificates.map { file in
            switch file.end {
            case .failure(let fault):
                return .error("TLS files", "\(fault)", remedy: "correct listen.front in fingerpost.yaml, or the file")
            case .success(let end):
                let age = CertificateAge(end: end, now: seen.now)
                let message = "\(file.path): \(age)"
                if end <= seen.now { return .error("TLS files", message, remedy: CertificateAge.renewal) }
                guard age.isShort else { return .ok("TLS files", message) }
                return .warning("TLS files", message, remedy: CertificateAge.renewal)
            }
        }
    }

    var secrets: [Finding] {
        let findings = seen.secrets.compactMap { secret -> Finding? in
            if let fault = secret.fault {
                return .error("secrets", fault, remedy: "chmod o= \(secret.path), and replace the exposed secret")
            }
            return secret.warning.map {
                .warning("secrets", $0, remedy: "chmod o= \(secret.path), and replace the exposed secret")
            }
        }
        guard findings.isEmpty else { return findings }
        if seen.secrets.isEmpty { return [.skipped("secrets", "no files yet; the daemon creates them")] }
        return [.ok("secrets", "\(counted(seen.secrets.count, "file")), not accessible to others")]
    }

    // MARK: - Store

    var store: [Finding] { [links, disk].compactMap { $0 } }

    private var links: Finding {
        let store = seen.store
        switch store.state {
        case .missing:
            return .skipped("store", "none at \(store.path); the daemon creates one", remedy: nil)
        case .unusable(let reason):
            return .error(
                "store", reason, remedy: "run doctor as the daemon's user or root; then fingerpost link check")
        case .open(let fileBytes, let usedBytes):
            let message = "\(store.path): \(Bytes.text(usedBytes)) of links in a file of \(Bytes.text(fileBytes))"
            guard fileBytes > 64 << 20, fileBytes > 2 * usedBytes else { return .ok("store", message) }
            return .warning(
                "store", message, remedy: "stop the daemon and run fingerpost link compact to reclaim the space")
        }
    }

    private var disk: Finding? {
        guard let disk = seen.store.disk else { return nil }
        let message = "\(Bytes.text(disk.freeBytes)) of \(Bytes.text(disk.totalBytes)) free"
        let remedy = "free some space: on a full disk no link is created, no click is counted and log lines are lost"
        if disk.freeBytes < 64 << 20 { return .error("disk", message, remedy: remedy) }
        guard disk.freeBytes < 1 << 30, disk.freeBytes < disk.totalBytes / 10 else { return .ok("disk", message) }
        return .warning("disk", message, remedy: remedy)
    }

    // MARK: - Logs

    var places: [Finding] {
        let logs = seen.logs.map { log in
            log.fault.map {
                .error("logs", "\(log.path): \($0)", remedy: "create the directory, owned by the daemon's user")
            } ?? Finding.ok("logs", "\(log.path) can be written")
        }
        guard let challenges = seen.challenges, let fault = challenges.fault else { return logs }
        return logs + [
            .error(
                "ACME", "acme_folder: \(challenges.path): \(fault)",
                remedy: "create the directory: without it certificates are not renewed")
        ]
    }
}

/// Human-readable sizes.
enum Bytes {
    /// For example `12 KB` or `3.4 GB`, in decimal units.
    static func text(_ count: Int) -> String {
        var (value, unit) = (count, 0)
        let units = ["bytes", "KB", "MB", "GB", "TB"]
        while value >= 10_000, unit < units.count - 1 {
            value = (value + 500) / 1000
            unit += 1
        }
        return "\(grouped(value)) \(units[unit])"
    }
}
