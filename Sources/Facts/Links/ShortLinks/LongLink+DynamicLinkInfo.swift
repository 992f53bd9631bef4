public import ByteText

/// `DynamicLinkInfo` of the Firebase Dynamic Links API: a long link as an object.
extension LongLink {
    /// Parses the object. `domainUriPrefix` is the link domain, with or without `https://`; `dynamicLinkDomain` is its older
    /// name. Empty strings are treated as absent, as in Google's APIs.
    public init(info json: JSONValue) throws(ShortLinkFault) {
        let place = "dynamicLinkInfo"
        let own = ["domainUriPrefix", "dynamicLinkDomain"]
        let fields = try JSONFields(json, at: place, known: own + Self.names(in: []))
        var prefix = try fields.nonEmpty("domainUriPrefix")
        if prefix == nil { prefix = try fields.nonEmpty("dynamicLinkDomain") }
        guard let prefix else {
            throw .invalidRequest("dynamicLinkInfo needs domainUriPrefix, such as https://example.page.link")
        }
        self.init(domain: try Self.domain(prefix))
        try read(fields, [], place)
    }

    private static func names(in path: [String]) -> [String] {
        DynamicLinkInfoKey.keys(in: path).map(\.name) + DynamicLinkInfoKey.objects(in: path)
    }

    /// The host and path prefix of `https://links.example.com/go`.
    private static func domain(_ prefix: String) throws(ShortLinkFault) -> String {
        let text = prefix.hasPrefix("https://") || prefix.hasPrefix("http://") ? prefix : "https://" + prefix
        let link: LongLink
        do { link = try LongLink(parsing: text) } catch {
            throw .invalidRequest("domainUriPrefix is not a link domain; write it as https://example.page.link")
        }
        guard !text.contains("?"), !text.contains("#") else {
            throw .invalidRequest("domainUriPrefix must be a host with an optional path, without ? and #")
        }
        return link.domain
    }

    private mutating func read(_ fields: JSONFields, _ path: [String], _ place: String) throws(ShortLinkFault) {
        for key in DynamicLinkInfoKey.keys(in: path) {
            if key.parameter == .efr {
                if try fields.bool(key.name) == true { self[.efr] = "1" }
            } else if let value = try fields.nonEmpty(key.name) {
                self[key.parameter] = value
            }
        }
        for name in DynamicLinkInfoKey.objects(in: path) {
            guard let value = fields[name] else { continue }
            let inner = path + [name]
            let innerPlace = "\(place).\(name)"
            try read(JSONFields(value, at: innerPlace, known: Self.names(in: inner)), inner, innerPlace)
        }
    }

    /// Writes the object.
    public func writeInfo(to json: inout JSONWriter) {
        json.beginObject()
        json.member("domainUriPrefix", "https://\(domain)")
        write([], to: &json)
        json.endObject()
    }

    private func write(_ path: [String], to json: inout JSONWriter) {
        for key in DynamicLinkInfoKey.keys(in: path) {
            guard let value = nonEmpty(key.parameter) else { continue }
            json.name(key.name)
            if key.parameter == .efr { json.bool(value == "1") } else { json.string(value) }
        }
        for name in DynamicLinkInfoKey.objects(in: path) {
            let inner = path + [name]
            guard
                DynamicLinkInfoKey.all.contains(where: { $0.path.starts(with: inner) && nonEmpty($0.parameter) != nil })
            else { continue }
            json.name(name)
            json.beginObject()
            write(inner, to: &json)
            json.endObject()
        }
    }
}
