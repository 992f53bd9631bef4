import Access
import ByteText
package import Clicks
package import HTTP
package import Routing
package import RuleDelivery
package import Settings
package import Telemetry

/// The status of a daemon's rules, as in responses of the admin listener.
package struct RuleSetStatus: Sendable {
    package var ruleSet: RuleSet
    package var record: ReloadRecord
    /// The bundle of the rules, or `nil` if they are from a directory.
    package var bundle: BundleStatus?
    /// The status of the candidate rules, or `nil` if there are none.
    package var shadow: ShadowStatus?

    package init(
        _ ruleSet: RuleSet, _ record: ReloadRecord, bundle: BundleStatus? = nil, shadow: ShadowStatus? = nil
    ) {
        (self.ruleSet, self.record, self.bundle, self.shadow) = (ruleSet, record, bundle, shadow)
    }

    /// Writes a response with hash, counts of sites and rules, load time, last reload, bundle and candidate rules.
    ///
    /// - Parameter pending: The settings that require a restart, for the response to a reload; `nil` to omit them.
    package func write(pending: [SettingInForce]? = nil, to response: inout ResponseWriter) {
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.member("hash", ruleSet.hash)
            json.member("sites", ruleSet.sites.count)
            json.member("rules", ruleSet.rules.count)
            json.member("loaded", Timestamp.text(record.loaded))
            json.name("last_reload")
            record.write(to: &json)
            json.name("bundle")
            if let bundle { bundle.write(to: &json) } else { json.null() }
            json.name("shadow")
            if let shadow { shadow.write(to: &json) } else { json.null() }
            if let pending {
                json.name("pending_restart")
                SettingInForce.write(pending, to: &json)
            }
            json.endObject()
        }
        output.append(UInt8(ascii: "\n"))
        response.begin(.ok)
        JSONBody.writeFields(to: &response)
        response.append(output.span)
        response.finish()
    }
}
