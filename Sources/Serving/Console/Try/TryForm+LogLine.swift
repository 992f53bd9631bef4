import ByteText

/// Filling the form in from a line of the decision log.
extension TryForm {
    /// Reads the click of a line. Members without a field are kept in ``Field/more``.
    init(logLine text: String) throws(Fault) {
        guard let line = try? JSONValue(parsing: text), line.object != nil else {
            throw Fault(message: "This is not a decision log line: a line is one JSON object.")
        }
        guard let input = (line["input"] ?? line).object, input["link"]?.string != nil else {
            throw Fault(message: "The line has no decision: it lacks `input`, or its link.")
        }
        self.init()
        var more = JSONObject()
        for member in input.members {
            switch (member.name, member.value.string) {
            case ("link", let text?): self[.link] = text
            case ("user_agent", let text?): self[.userAgent] = text
            case ("accept_language", let text?): self[.language] = text
            case ("country", let text?): self[.country] = text
            case ("region", let text?): self[.region] = text
            case ("city", let text?): self[.city] = text
            case ("asn", nil): self[.asn] = member.value.text
            case ("time", let text?): self[.time] = text
            case ("stage", let text?): self[.stage] = text
            case ("device", _): fill(device: member.value, &more)
            case ("headers", _): fill(headers: member.value, &more)
            default: more.append(member.name, member.value)
            }
        }
        if !more.isEmpty { self[.more] = JSONValue.object(more).text }
    }

    private mutating func fill(device: JSONValue, _ more: inout JSONObject) {
        guard let profile = device.object else { return }
        var rest = profile
        let app = profile["app"]?.object
        if let app, app["id"] == nil {
            self[.appState] = app["state"]?.string ?? ""
            self[.appVersion] = app["version"]?.string ?? ""
            rest = profile.without("app")
        }
        if !rest.isEmpty { more.append("device", .object(rest)) }
    }

    /// Headers are kept as a whole: if some are given, all others count as absent.
    private mutating func fill(headers: JSONValue, _ more: inout JSONObject) {
        guard let object = headers.object else { return }
        more.append("headers", .object(object))
    }
}
