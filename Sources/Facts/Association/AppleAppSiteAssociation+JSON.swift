import ByteText

extension AppleAppSiteAssociation {
    /// The file as compact JSON. The output is deterministic.
    ///
    /// Each app is listed in both formats: `appIDs` and `components` for iOS 13 and later, `appID` and `paths` for earlier
    /// versions, which also require an empty `apps` array.
    public var json: [UInt8] {
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.name("applinks")
            json.beginObject()
            json.strings("apps", [])
            json.name("details")
            json.beginArray()
            for detail in details { detail.write(&json) }
            json.endArray()
            json.endObject()
            Self.write("webcredentials", webCredentials, &json)
            Self.write("appclips", appClips, &json)
            json.endObject()
        }
        return output
    }

    private static func write(_ service: StaticString, _ apps: [String], _ json: inout JSONWriter) {
        guard !apps.isEmpty else { return }
        json.name(service)
        json.beginObject()
        json.strings("apps", apps)
        json.endObject()
    }
}

extension AppleAppSiteAssociation.Detail {
    fileprivate func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.strings("appIDs", [appID])
        json.name("components")
        json.beginArray()
        for component in components { component.write(&json) }
        json.endArray()
        json.member("appID", appID)
        json.strings("paths", paths.map(\.text))
        json.endObject()
    }
}

extension LinkComponent {
    /// Writes the component, omitting default values.
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        if let path { json.member("/", path.text) }
        switch query {
        case .whole(let pattern)?: json.member("?", pattern.text)
        case .items(let items)?:
            json.name("?")
            json.beginObject()
            for item in items {
                json.name(item.name)
                json.string(item.value.text)
            }
            json.endObject()
        case nil: break
        }
        if let fragment { json.member("#", fragment.text) }
        if isExcluded { json.member("exclude", true) }
        if !isCaseSensitive { json.member("caseSensitive", false) }
        if !isPercentEncoded { json.member("percentEncoded", false) }
        json.endObject()
    }
}

extension JSONWriter {
    /// Writes a member with a list of strings.
    mutating func strings(_ name: StaticString, _ values: [String]) {
        self.name(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }
}
