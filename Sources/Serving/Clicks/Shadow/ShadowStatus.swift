package import ByteText
package import Routing
package import Telemetry

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

/// The candidate rules of a daemon: their directory, the share of clicks, and how they are loaded.
package struct ShadowCandidate: Sendable {
    /// The directory, as in the settings.
    let directory: String
    /// The share of clicks that are evaluated.
    package let share: Double
    /// Loads the rules, and reports findings. Called on a thread that may block, one call at a time.
    package let load: @Sendable () -> Result<RuleSet, ShadowFault>

    /// Creates a candidate whose rules are loaded by a closure.
    package init(directory: String, share: Double, load: @escaping @Sendable () -> Result<RuleSet, ShadowFault>) {
        (self.directory, self.share, self.load) = (directory, share, load)
    }
}

/// Why a candidate can't be evaluated, in lines for the operator.
package struct ShadowFault: Error {
    package let lines: [String]

    package init(lines: [String]) { self.lines = lines }
}
