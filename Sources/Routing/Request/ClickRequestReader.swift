public import ByteText
import Devices
import Links

/// Reads a request in JSON (CONTRACT: a request) into a ``ClickRequest`` and the arena.
///
/// Every key is known by name; one that is not is an error that names it, because a misspelt key would silently decide
/// another click. Cold: batches and the decision API; clicks themselves never pass through JSON.
public struct ClickRequestReader {
    /// What a request holds beside the click itself.
    public struct Envelope: Sendable {
        /// The request's `id`, given back with the decision.
        public var id: JSONValue?
        /// The site that stands in for the configured one (command line only).
        public var site: JSONValue?
    }

    public init() {}

    /// Fills a request from its JSON form. The request must be fresh or reset.
    public func read(
        _ json: JSONValue, into request: inout ClickRequest, _ arena: inout ByteArena
    ) throws(RequestFault) -> Envelope {
        guard let object = json.object else {
            throw RequestFault(key: "", problem: "must be an object, not \(json.kindName)")
        }
        var envelope = Envelope()
        for member in object.members where member.name != "headers" && member.name != "user_agent" {
            try read(member, into: &request, &envelope, &arena)
        }
        try readHeaders(of: json, into: &request, &arena)
        guard object["link"] != nil else { throw RequestFault(key: "link", problem: "is required") }
        return envelope
    }

    /// Reads `user_agent` and `headers` alone: what a device is classified by.
    public func readHeaders(
        of json: JSONValue, into request: inout ClickRequest, _ arena: inout ByteArena
    ) throws(RequestFault) {
        // A stated user agent beats the header of that name.
        if let agent = json["user_agent"], !agent.isNull {
            request.userAgent = try text(agent, "user_agent", &arena)
        }
        if let headers = json["headers"], !headers.isNull { try readHeaders(headers, into: &request, &arena) }
    }

    private func read(
        _ member: JSONObject.Member, into request: inout ClickRequest, _ envelope: inout Envelope,
        _ arena: inout ByteArena
    ) throws(RequestFault) {
        let value = member.value
        if value.isNull, member.name != "link" { return try requireKnown(member.name) }
        switch member.name {
        case "id": envelope.id = value
        case "link": request.link = try text(value, "link", &arena)
        case "device": request.profile = try readProfile(value, &arena)
        case "stage": request.stage = try readStage(value)
        case "ip": request.ip = try text(value, "ip", &arena)
        case "country": request.country = try text(value, "country", &arena)
        case "time": request.time = try readTime(value)
        case "settings": request.settings = try readSettings(value, &arena)
        case "site": envelope.site = value
        default: try requireKnown(member.name)
        }
    }

    static let keys = [
        "id", "link", "user_agent", "headers", "device", "stage", "ip", "country", "time", "settings", "site",
    ]

    private func requireKnown(_ key: String) throws(RequestFault) {
        try require(key, in: Self.keys, under: "")
    }

    private func readHeaders(
        _ json: JSONValue, into request: inout ClickRequest, _ arena: inout ByteArena
    ) throws(RequestFault) {
        request.knowHeaders()
        for member in try object(json, "headers").members {
            let mark = arena.count
            for byte in member.name.utf8 { arena.append(byte.lowercased) }
            let name = arena.piece(from: mark)
            let value = try text(member.value, "headers.\(member.name)", &arena)
            request.add(ClickRequest.Header(name: name, value: value), in: arena)
        }
    }

    private func readStage(_ json: JSONValue) throws(RequestFault) -> Stage {
        try word(json, "stage", Stage.self)
    }

    private func readTime(_ json: JSONValue) throws(RequestFault) -> Int64 {
        guard let text = json.string, let seconds = Timestamp.seconds(text) else {
            throw RequestFault(key: "time", problem: "must be a time such as \"2026-11-20T12:00:00Z\" (RFC 3339)")
        }
        return seconds
    }
}

// MARK: - The device profile

extension ClickRequestReader {
    private func readProfile(_ json: JSONValue, _ arena: inout ByteArena) throws(RequestFault) -> DeviceProfile {
        var profile = DeviceProfile()
        for member in try object(json, "device").members where !member.value.isNull {
            let key = "device.\(member.name)"
            let value = member.value
            switch member.name {
            case "platform": profile.platform = try word(value, key, Platform.self)
            case "os_version": profile.osVersion = try text(value, key, &arena)
            case "form_factor": profile.formFactor = try word(value, key, FormFactor.self)
            case "in_app": profile.inApp = try word(value, key, InApp.self)
            case "bot": profile.bot = try bool(value, key)
            case "bot_kind": profile.botKind = try word(value, key, BotKind.self)
            case "app": profile.apps.append(try readApp(value, key, needsID: false, &arena))
            case "apps":
                guard let apps = value.array else { throw RequestFault(key: key, problem: "must be a list") }
                for app in apps { profile.apps.append(try readApp(app, key, needsID: true, &arena)) }
            default:
                let known = ["platform", "os_version", "form_factor", "in_app", "bot", "bot_kind", "app", "apps"]
                try require(member.name, in: known, under: "device.")
            }
        }
        return profile
    }

    private func readApp(
        _ json: JSONValue, _ path: String, needsID: Bool, _ arena: inout ByteArena
    ) throws(RequestFault) -> AppReport {
        var report = AppReport()
        for member in try object(json, path).members where !member.value.isNull {
            let key = "\(path).\(member.name)"
            switch member.name {
            case "id": report.id = try text(member.value, key, &arena)
            case "state": report.state = try word(member.value, key, AppState.self)
            case "version": report.version = try text(member.value, key, &arena)
            default: try require(member.name, in: ["id", "state", "version"], under: "\(path).")
            }
        }
        if needsID, report.id == nil { throw RequestFault(key: "\(path).id", problem: "is required in a list of apps") }
        return report
    }
}

// MARK: - ActionCodeSettings

extension ClickRequestReader {
    private func readSettings(
        _ json: JSONValue, _ arena: inout ByteArena
    ) throws(RequestFault) -> ActionCodeSettings {
        do throws(SettingsFault) { return try ActionCodeSettings(json, in: &arena) } catch {
            guard !error.key.isEmpty else {
                throw RequestFault(key: "settings", problem: "must be an object, not \(json.kindName)")
            }
            throw RequestFault(key: "settings.\(error.key)", problem: error.problem)
        }
    }
}

// MARK: - Single values

extension ClickRequestReader {
    private func object(_ json: JSONValue, _ key: String) throws(RequestFault) -> JSONObject {
        guard let object = json.object else {
            throw RequestFault(key: key, problem: "must be an object, not \(json.kindName)")
        }
        return object
    }

    private func text(_ json: JSONValue, _ key: String, _ arena: inout ByteArena) throws(RequestFault) -> TextRange {
        guard let text = json.string else {
            throw RequestFault(key: key, problem: "must be a string, not \(json.kindName)")
        }
        return arena.append(text)
    }

    private func bool(_ json: JSONValue, _ key: String) throws(RequestFault) -> Bool {
        guard let bool = json.bool else {
            throw RequestFault(key: key, problem: "must be true or false, not \(json.kindName)")
        }
        return bool
    }

    /// One of a closed list of words.
    private func word<Value: Word>(
        _ json: JSONValue, _ key: String, _ type: Value.Type
    ) throws(RequestFault) -> Value {
        if let text = json.string, let value = Value.named(Array(text.utf8).span) { return value }
        let list = Value.names.map(\.description).joined(separator: ", ")
        throw RequestFault(key: key, problem: "must be one of: \(list)")
    }

    private func require(_ key: String, in known: [String], under path: String) throws(RequestFault) {
        guard !known.contains(key) else { return }
        let list = known.joined(separator: ", ")
        throw RequestFault(key: path + key, problem: "is no key that is known here; known are: \(list)")
    }
}
