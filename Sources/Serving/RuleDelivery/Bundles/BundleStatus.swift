package import ByteText
package import RuleBundle

/// The bundle of the active rules, and the results of polling for another one.
package struct BundleStatus: Sendable {
    /// A failed poll, or a refused bundle.
    struct Failure: Sendable {
        var time: Int64
        var fault: BundleFault
    }

    /// The address, without possible secrets.
    var address: String
    /// The revision of the active bundle; `nil` before there is one.
    package var revision: Int?
    /// When the active bundle was signed, in seconds since the epoch.
    package var created: Int64?
    /// The ``VerifyingKey/id`` of the key that verified it.
    var key: String?
    /// The bundle's `ETag`.
    var tag: String?
    /// When the server last sent the bundle or confirmed that it is current.
    package var lastSuccess: Int64?
    var lastFailure: Failure?
    /// The number of failures by kind, since startup.
    package var failures: [BundleFault.Kind: UInt64] = [:]

    package func write(to json: inout JSONWriter) {
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
