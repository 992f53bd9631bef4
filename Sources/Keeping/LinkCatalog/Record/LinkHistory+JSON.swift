public import ByteText
public import LinkStore

/// A link's history in the API's format.
extension LinkHistory {
    /// Writes the changes, latest first: each with its time and client, the fields before and after it, and a merge
    /// patch (RFC 7396) that restores the link to its state before the change.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("link", link.link)
        json.member("etag", link.entityTag)
        json.name("changes")
        json.beginArray()
        for (index, revision) in revisions.enumerated() {
            json.beginObject()
            json.member("time", Timestamp.text(revision.time))
            json.name("client")
            if let author = revision.author { json.string(author) } else { json.null() }
            json.member("former_etag", revision.former.entityTag)
            json.name("fields")
            LinkDifference(from: revision.former, to: link(after: index)).write(to: &json, isMasked: false)
            json.name("restore")
            Self.writePatch(LinkDifference(from: link, to: revision.former), to: &json)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private static func writePatch(_ difference: LinkDifference, to json: inout JSONWriter) {
        json.beginObject()
        // A password can't be restored: clients never receive its hash.
        for field in difference.fields where field.name != LinkField.password.title {
            json.name(field.name)
            json.value(field.after)
        }
        json.endObject()
    }
}
