import Clicks
import ServiceFiles
import ByteText
import Glibc

/// The JSON file of disabled sites next to the store, which keeps them disabled after a restart.
struct DisabledSitesFile: Sendable {
    /// The file's name in the store's directory.
    static let name = "disabled-sites.json"
    private static let mostBytes = 1 << 20

    let path: String

    /// The file in a directory.
    init(in directory: String) { path = "\(directory)/\(Self.name)" }

    /// Reads the disabled sites; none if there is no file. An unreadable file is an error: a site that was disabled for a
    /// reason must not be enabled unnoticed.
    func load() throws(FileFault) -> DisabledSites {
        // Safe: the string's bytes are valid for the duration of the call.
        guard unsafe access(path, F_OK) == 0 else { return DisabledSites() }
        let bytes = try SecretFile.bytes(path, "the list of disabled sites", limit: Self.mostBytes)
        guard let json = try? JSONValue(parsing: bytes.span), let rows = json["sites"]?.array else { throw unreadable }
        var sites = DisabledSites()
        for row in rows {
            guard let entry = DisabledSites.Entry(row) else { throw unreadable }
            sites.disable(entry)
        }
        return sites
    }

    private var unreadable: FileFault {
        FileFault(
            "\(path): not a list of disabled sites from `fingerpost control disable`; fix it, or remove it to enable all sites"
        )
    }

    /// Replaces the file; removes it if no site is disabled.
    func write(_ sites: DisabledSites) throws {
        guard !sites.entries.isEmpty else {
            // Safe: the string's bytes are valid for the duration of the call.
            guard unsafe unlink(path) == 0 || errno == ENOENT else { throw FileFault.system(path) }
            return
        }
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { json in
            json.beginObject()
            json.name("sites")
            sites.write(to: &json)
            json.endObject()
        }
        try ReplacementFile(of: path).commit(bytes + [0x0A])
    }
}

extension DisabledSites {
    /// Writes an array of the disabled sites.
    func write(to json: inout JSONWriter) {
        json.beginArray()
        for entry in entries {
            json.beginObject()
            json.member("site", entry.site)
            json.member("since", Timestamp.text(entry.since))
            json.name("until")
            if let until = entry.until { json.string(Timestamp.text(until)) } else { json.null() }
            json.member("by", entry.by)
            json.member("reason", entry.reason)
            json.endObject()
        }
        json.endArray()
    }
}

extension DisabledSites.Entry {
    /// Parses an element written by ``DisabledSites/write(to:)``; `nil` if malformed.
    init?(_ json: JSONValue) {
        guard let site = json["site"]?.string, let since = json["since"]?.string.flatMap(Timestamp.seconds),
            let by = json["by"]?.string, let reason = json["reason"]?.string, let end = json["until"]
        else { return nil }
        let until = end.string.flatMap(Timestamp.seconds)
        guard end.isNull || until != nil else { return nil }
        self.init(site: site, since: since, until: until, by: by, reason: reason)
    }
}
