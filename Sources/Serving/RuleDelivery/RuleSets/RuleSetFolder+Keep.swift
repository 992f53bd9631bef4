import ByteText
import Glibc
import OpenSSL
import RuleBundle
package import Rules
import ServiceFiles

extension RuleSetFolder {
    /// The limits of the folder. The rule set in force is always kept.
    package struct Limits: Sendable, Equatable {
        /// The seconds for which a rule set is kept after it was in force.
        package var seconds: Int64
        /// The maximum number of bytes; the rule sets that were replaced first are removed first.
        package var bytes: Int

        package init(days: Int, megabytes: Int) { (seconds, bytes) = (Int64(days) * 86_400, megabytes << 20) }
    }

    /// The number of rule sets, and the bytes of all files.
    package struct Extent: Sendable, Equatable {
        package var count = 0
        package var bytes = 0
    }

    // MARK: - Writing

    /// Keeps a rule set, on disk when this returns. Called before it comes into force, so that each decision's rule set is
    /// kept, signed with the folder's key, which is created if it does not exist. An equal file is not written again; a
    /// damaged one is replaced.
    package func keep(_ loaded: LoadedRules, development: Bool) throws {
        guard let file = file(of: loaded.hash) else { preconditionFailure("a rule set without a hash") }
        let archive = try RuleSetArchive.bytes(of: loaded, development: development, signedBy: keyOrNew())
        try prepare()
        if let list = loaded.content.deniedTargets {
            try Self.write(list, to: self.file(ofDenied: Digest.sha256Hex(list.span)))
        }
        try Self.write(archive, to: file)
    }

    /// Records that a kept rule set came into force. Nothing is written if it already is.
    ///
    /// - Parameter denied: The digest of its list of denied targets.
    package func cameIntoForce(_ hash: String, denied: String?, at time: Int64, _ limits: Limits) throws {
        var periods = try periods()
        if let last = periods.indices.last {
            guard periods[last].hash != hash else { return try remove(beyond: limits, at: time) }
            periods[last].until = time
        }
        periods.append(RuleSetPeriod(hash: hash, from: time, denied: denied))
        periods.removeAll { $0.until ?? .max < time - limits.seconds }
        try prepare()
        try write(periods)
        try remove(beyond: limits, at: time)
    }

    private func prepare() throws(FileFault) {
        // Safe: the string's bytes are valid for the duration of the call.
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(path) }
    }

    private func write(_ periods: [RuleSetPeriod]) throws {
        let lines = periods.flatMap { Array(($0.json.text + "\n").utf8) }
        try ReplacementFile(of: journal).commit(lines)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        if (try? Self.bytes(path, limit: bytes.count + 1)) == bytes { return }
        try ReplacementFile(of: path).commit(bytes)
    }

    // MARK: - Removing

    /// Removes rule sets that are too old, and the oldest ones if all are too large.
    package func remove(beyond limits: Limits, at now: Int64) throws {
        let periods = try periods()
        let current = periods.last?.hash
        var ends: [String: Int64] = [:]
        for period in periods { ends[period.hash] = period.until ?? .max }
        var files = entries()
        var total = files.reduce(0) { $0 + $1.bytes }
        for index in files.indices { files[index].end = files[index].hash.map { ends[$0] ?? files[index].end } ?? .max }
        files.sort { $0.end < $1.end }
        var removed: Set<String> = []
        for file in files {
            guard let hash = file.hash, hash != current, total > limits.bytes || file.end < now - limits.seconds
            else { continue }
            // Safe: the string's bytes are valid for the duration of the call.
            unsafe unlink("\(path)/\(file.name)")
            total -= file.bytes
            removed.insert(hash)
        }
        guard !removed.isEmpty else { return }
        let kept = periods.filter { !removed.contains($0.hash) }
        try write(kept)
        // If the journal was lost, the lists of older rule sets are unknown.
        guard files.allSatisfy({ file in file.hash.map { ends[$0] != nil || removed.contains($0) } ?? true }) else {
            return
        }
        let lists = Set(kept.compactMap { $0.denied.map { self.file(ofDenied: $0) } })
        for file in files where file.isDenied && !lists.contains("\(path)/\(file.name)") {
            // Safe: as above.
            unsafe unlink("\(path)/\(file.name)")
        }
    }

    /// The number and size of the files.
    package var extent: Extent {
        entries().reduce(into: Extent()) { extent, file in
            if file.hash != nil { extent.count += 1 }
            extent.bytes += file.bytes
        }
    }

    /// A file of the folder.
    private struct Entry {
        var name: String
        var bytes: Int
        /// When the rule set was last in force; for a file that is not in the journal, when it was written.
        var end: Int64

        /// The hash of a rule set; `nil` for another file.
        var hash: String? { name.hasSuffix(".tar.gz") ? "sha256:\(name.dropLast(".tar.gz".count))" : nil }
        var isDenied: Bool { name.hasPrefix("denied-") && name.hasSuffix(".txt") }
    }

    private func entries() -> [Entry] {
        // Safe: the directory is closed below, and the name of an entry is copied before the next one is read.
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var entries: [Entry] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            var status = stat()
            // Safe: the string's bytes are valid for the duration of the call, which fills in a local variable.
            guard !name.hasPrefix("."), unsafe stat("\(path)/\(name)", &status) == 0 else { continue }
            entries.append(Entry(name: name, bytes: Int(status.st_size), end: Int64(status.st_mtim.tv_sec)))
        }
        return entries
    }
}

extension RuleSetPeriod {
    /// Parses a line of the journal; `nil` if malformed.
    init?(json line: [UInt8]) {
        guard let json = try? JSONValue(parsing: line.span), let hash = json["ruleset"]?.string,
            let from = json["from"]?.string.flatMap(Timestamp.seconds)
        else { return nil }
        self.init(hash: hash, from: from, denied: json["denied_targets"]?.string)
    }

    fileprivate var json: JSONValue {
        var object = JSONObject()
        object.append("from", .string(Timestamp.text(from)))
        object.append("ruleset", .string(hash))
        if let denied { object.append("denied_targets", .string(denied)) }
        return .object(object)
    }
}
