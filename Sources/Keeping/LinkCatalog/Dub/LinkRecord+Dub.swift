public import ByteText
public import LinkStore
import Links

/// A link in the format of Dub's API.
extension LinkRecord {
    /// The ID of the link in Dub's API: domain and code, which never change and are never reused.
    public var dubID: String { key.text }

    /// Writes the link with every field of Dub's `LinkSchema`; fields without an equivalent here are null, false or 0.
    ///
    /// - Parameter clicks: The click count; omitted if it is `nil`.
    public func writeDub(to json: inout JSONWriter, clicks: UInt64?) {
        let target = DubTarget(longLink)
        json.beginObject()
        json.member("id", dubID)
        json.member("domain", String(key.domain))
        json.member("key", String(key.code))
        json.member("url", target.payload)
        json.member("shortLink", link)
        json.member("qrCode", link + "/qr.png")
        json.optional("externalId", attribute("external_id"))
        json.optional("tenantId", attribute("tenant_id"))
        for field in LinkField.allCases {
            guard let name = field.row.dub else { continue }
            json.name(name)
            json.value(self[field] == .text("") ? .null : field.dub(self[field]))
        }
        json.optional("disabledAt", isDisabled || isUnsafe ? Timestamp.text(updated) : nil)
        writeTarget(target, to: &json)
        writeTags(to: &json)
        json.member("createdAt", Timestamp.text(created))
        json.member("updatedAt", Timestamp.text(updated))
        if let clicks {
            json.name("clicks")
            json.int(clicks)
        }
        Self.writeAbsent(to: &json)
        json.endObject()
    }

    /// Writes the link as an element of Dub's analytics by links.
    public func writeDubAnalytics(to json: inout JSONWriter, clicks: UInt64) {
        let target = DubTarget(longLink)
        json.beginObject()
        for name: StaticString in ["link", "id"] { json.member(name, dubID) }
        json.member("domain", String(key.domain))
        json.member("key", String(key.code))
        json.member("shortLink", link)
        json.member("url", target.payload)
        json.optional("title", target.link.nonEmpty(.st))
        json.member("createdAt", Timestamp.text(created))
        json.name("clicks")
        json.int(clicks)
        json.endObject()
    }

    private func writeTarget(_ target: DubTarget, to json: inout JSONWriter) {
        let preview: [(StaticString, LinkParameter)] = [("title", .st), ("description", .sd), ("image", .si)]
        for (name, parameter) in preview { json.optional(name, target.link.nonEmpty(parameter)) }
        json.member("proxy", preview.contains { target.link.nonEmpty($0.1) != nil })
        json.optional("ios", target.link.nonEmpty(.ifl))
        json.optional("android", target.link.nonEmpty(.afl))
        let campaign: [(StaticString, LinkParameter)] = [
            ("utm_source", .utmSource), ("utm_medium", .utmMedium), ("utm_campaign", .utmCampaign),
            ("utm_term", .utmTerm), ("utm_content", .utmContent),
        ]
        for (name, parameter) in campaign {
            let own = DubCampaign.value(of: name.description, in: target.payload)
            json.optional(name, own ?? target.link.nonEmpty(parameter))
        }
    }

    private func writeTags(to json: inout JSONWriter) {
        json.name("tags")
        json.beginArray()
        for tag in tags {
            json.beginObject()
            json.member("id", tag)
            json.member("name", tag)
            json.member("color", "gray")
            json.endObject()
        }
        json.endArray()
        json.optional("tagId", tags.first)
    }

    /// Writes the fields without an equivalent here.
    private static func writeAbsent(to json: inout JSONWriter) {
        for name: StaticString in [
            "programId", "partnerId", "video", "geo", "folderId", "userId", "lastClicked", "testVariants",
            "testStartedAt", "testCompletedAt",
        ] {
            json.optional(name, nil)
        }
        for name: StaticString in ["rewrite", "doIndex", "trackConversion", "publicStats"] { json.member(name, false) }
        for name: StaticString in ["leads", "conversions", "sales", "saleAmount"] { json.member(name, 0) }
        json.name("webhookIds")
        json.beginArray()
        json.endArray()
        for name: StaticString in ["workspaceId", "projectId"] { json.member(name, "fingerpost" as StaticString) }
    }

    private func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

extension LinkField {
    /// A value in Dub's API, which has passwords as text; asterisks hide them.
    fileprivate func dub(_ value: LinkValue) -> JSONValue {
        guard isPassword else { return json(value) }
        return value.isEmpty ? .null : .string(DubFields.concealedPassword)
    }
}

extension JSONWriter {
    /// Writes a member that may be null.
    fileprivate mutating func optional(_ name: StaticString, _ value: String?) {
        self.name(name)
        if let value { string(value) } else { null() }
    }
}
