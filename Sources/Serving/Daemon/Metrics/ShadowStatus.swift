import ByteText
import Routing

/// Which rules a daemon tries beside its own, and what came of loading them.
struct ShadowStatus: Sendable {
    /// The directory, as the settings name it.
    var directory: String
    /// The share of the clicks that they are tried on.
    var share: Double
    /// The last ones that could be loaded; nil before there are any.
    var ruleSet: RuleSet?
    /// Of the attempts to load them; its hash is that of ``ruleSet``.
    var record = ReloadRecord(hash: "", loaded: 0)
    /// The rules that clicks are decided by twice; nil while there is nothing to compare, for want of a candidate or because it
    /// is the same as the rules in force.
    var pair: ShadowPair?

    init(_ candidate: ShadowCandidate) {
        (directory, share) = (candidate.directory, candidate.share)
    }

    func write(to json: inout JSONWriter) {
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
