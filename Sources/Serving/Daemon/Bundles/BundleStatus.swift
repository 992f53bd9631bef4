import ByteText
import RuleBundle

/// Which bundle a daemon has its rules from, and what came of looking for another one.
struct BundleStatus: Sendable {
    /// A look, or a bundle, that failed.
    struct Failure: Sendable {
        var time: Int64
        var fault: BundleFault
    }

    /// Without what may be secret in it.
    var address: String
    /// Of the bundle in use; nil before there is one.
    var revision: Int?
    /// When that was signed, in seconds since the epoch.
    var created: Int64?
    /// The ``VerifyingKey/id`` of the key that has signed it.
    var key: String?
    /// Its tag at the server.
    var tag: String?
    /// When the server last confirmed that this is its bundle, or sent it.
    var lastSuccess: Int64?
    var lastFailure: Failure?
    /// By kind, since the start.
    var failures: [BundleFault.Kind: UInt64] = [:]

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("address", address)
        json.name("revision")
        if let revision { json.int(revision) } else { json.null() }
        json.name("created")
        Self.write(created.map(Timestamp.text), to: &json)
        json.name("key")
        Self.write(key, to: &json)
        json.name("etag")
        Self.write(tag, to: &json)
        json.name("last_success")
        Self.write(lastSuccess.map(Timestamp.text), to: &json)
        json.name("last_failure")
        if let lastFailure {
            json.beginObject()
            json.member("time", Timestamp.text(lastFailure.time))
            json.member("reason", lastFailure.fault.kind.rawValue)
            json.member("message", lastFailure.fault.description)
            json.endObject()
        } else {
            json.null()
        }
        json.endObject()
    }

    private static func write(_ text: String?, to json: inout JSONWriter) {
        if let text { json.string(text) } else { json.null() }
    }
}
