package import Telemetry
package import ByteText
package import Routing

/// The status of a daemon's candidate rules, and of loading them.
package struct ShadowStatus: Sendable {
    /// The directory, as in the settings.
    var directory: String
    /// The share of clicks that are evaluated with them.
    package var share: Double
    /// The last candidate that was loaded; `nil` before there is one.
    package var ruleSet: RuleSet?
    /// The attempts to load the candidate. Its hash is that of ``ruleSet``.
    package var record = ReloadRecord(hash: "", loaded: 0)
    /// The compared rule sets; `nil` if nothing is compared, because there is no candidate or it is equal to the active rules.
    package var pair: ShadowPair?

    package init(_ candidate: ShadowCandidate) {
        (directory, share) = (candidate.directory, candidate.share)
    }

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("directory", directory)
        json.name("share")
        json.double(share)
        json.name("hash")
        if let ruleSet { json.string(ruleSet.hash) } else { json.null() }
        json.member("compares", pair != nil)
        json.name("loaded")
        if ruleSet != nil { json.string(Timestamp.text(record.loaded)) } else { json.null() }
        json.name("last_reload")
        record.write(to: &json)
        json.endObject()
    }
}
