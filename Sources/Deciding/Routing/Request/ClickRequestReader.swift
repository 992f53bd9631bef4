public import ByteText
import Devices
import Expressions
import Links

/// Reads a JSON request (CONTRACT: a request) into a ``ClickRequest`` and the arena.
///
/// An unknown key is an error that names it, because a misspelled key would silently decide another click. Not on the
/// click path: only batches and the decision API use JSON.
public struct ClickRequestReader {
    /// The parts of a request besides the click itself.
    public struct Envelope: Sendable {
        /// The request's `id`, returned with the decision.
        public var id: JSONValue?
        /// The site that replaces the configured one (command line only).
        public var site: JSONValue?
    }

    /// Creates a reader, which keeps no state between requests.
    public init() {}

    /// Fills a request from its JSON form. The request must be new or reset.
    public func read(
        _ json: JSONValue, into request: inout ClickRequest, _ arena: inout ByteArena
    ) throws(RequestFault) -> Envelope {
        guard let object = json.object else {
            throw RequestFault(key: "", problem: "must be an object, not \(json.kindName)")
        }
        var envelope = Envelope()
        for member in object.members where !Self.isHeader(member.name) {
            try read(member, into: &request, &envelope, &arena)
        }
        try readHeaders(of: json, into: &request, &arena)
        guard object["link"] != nil else { throw RequestFault(key: "link", problem: "is required") }
        return envelope
    }

    /// Whether ``readHeaders(of:into:_:)`` reads the key.
    private static func isHeader(_ name: String) -> Bool {
        name == "headers" || name == "user_agent" || name == "accept_language"
    }

    /// Reads only `user_agent`, `accept_language` and `headers`, which a device is classified by.
    public func readHeaders(
        of json: JSONValue, into request: inout ClickRequest, _ arena: inout ByteArena
    ) throws(RequestFault) {
        // The first value is used, so these keys take precedence over the header fields of that name.
        if let agent = json["user_agent"], !agent.isNull {
            request.userAgent = try text(agent, "user_agent", &arena)
        }
        if let language = json["accept_language"], !language.isNull {
            request.acceptLanguage = try text(language, "accept_language", &arena)
        }
        guard let headers = json["headers"], !headers.isNull else { return }
        try readHeaders(headers, into: &request, &arena)
    }

    private func read(
        _ member: JSONObject.Member, into request: inout ClickRequest, _ envelope: inout Envelope,
        _ arena: inout ByteArena
    ) throws(RequestFault) {
        let value = member.value
        let key: RequestKey = try known(member.name, under: "")
        if value.isNull, key != .link { return }
        switch key {
        case .id: envelope.id = value
        case .link: request.link = try text(value, "link", &arena)
        case .device: request.profile = try readProfile(value, &arena)
        case .stage: request.stage = try readStage(value)
        case .returnedFrom: request.returnedFrom = try word(value, "returned_from", ReturnedFrom.self)
        case .ip: request.ip = arena.append(try readAddress(value))
        case .country: request.country = arena.append(try readCountry(value))
        case .region: request.region = try text(value, "region", &arena)
        case .city: request.city = try text(value, "city", &arena)
        case .asn: request.network = try readNetwork(value)
        case .time: request.time = try readTime(value)
        case .settings: request.settings = try readSettings(value, &arena)
        case .site: envelope.site = value
        // The keys that classify the device are read together, by ``readHeaders(of:into:_:)``.
        case .userAgent, .acceptLanguage, .headers: break
        }
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

    /// An address in canonical form (RFC 5952). An IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2) is read as
    /// IPv4.
    private func readAddress(_ json: JSONValue) throws(RequestFault) -> String {
        if let text = json.string, let address = IPAddress(text) { return address.description }
        throw RequestFault(key: "ip", problem: "must be an IP address such as \"203.0.113.9\" or \"2001:db8::1\"")
    }

    private func readCountry(_ json: JSONValue) throws(RequestFault) -> String {
        guard let text = json.string, text.utf8.count == 2,
            text.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 })
        else {
            throw RequestFault(key: "country", problem: "must be a two-letter code such as \"IN\" (ISO 3166-1)")
        }
        return text
    }

    private func readNetwork(_ json: JSONValue) throws(RequestFault) -> UInt32 {
        guard case .number(let number) = json, let network = UInt32(number.text) else {
            throw RequestFault(
                key: "asn", problem: "must be the number of an autonomous system such as 64500 (RFC 6793)")
        }
        return network
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
            let path = "device.\(member.name)"
            let value = member.value
            let key: RequestDeviceKey = try known(member.name, under: "device.")
            switch key {
            case .platform: profile.platform = try word(value, path, Platform.self)
            case .osVersion: profile.osVersion = try text(value, path, &arena)
            case .formFactor: profile.formFactor = try word(value, path, FormFactor.self)
            case .inApp: profile.inApp = try word(value, path, InApp.self)
            case .bot: profile.bot = try bool(value, path)
            case .botKind: profile.botKind = try word(value, path, BotKind.self)
            case .store: profile.store = try word(value, path, DeviceStore.self)
            case .browser: profile.browser = try word(value, path, Browser.self)
            case .browserVersion: profile.browserVersion = try text(value, path, &arena)
            case .app: profile.apps.append(try readApp(value, path, needsID: false, &arena))
            case .apps:
                guard let apps = value.array else { throw RequestFault(key: path, problem: "must be a list") }
                for app in apps { profile.apps.append(try readApp(app, path, needsID: true, &arena)) }
            }
        }
        return profile
    }

    private func readApp(
        _ json: JSONValue, _ path: String, needsID: Bool, _ arena: inout ByteArena
    ) throws(RequestFault) -> AppReport {
        var report = AppReport()
        for member in try object(json, path).members where !member.value.isNull {
            let place = "\(path).\(member.name)"
            let key: RequestAppKey = try known(member.name, under: "\(path).")
            switch key {
            case .id: report.id = try text(member.value, place, &arena)
            case .state: report.state = try word(member.value, place, AppState.self)
            case .version: report.version = try text(member.value, place, &arena)
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

    /// A value of a closed list.
    private func word<Value: Word>(
        _ json: JSONValue, _ key: String, _ type: Value.Type
    ) throws(RequestFault) -> Value {
        if let text = json.string, let value = Value.named(Array(text.utf8).span) { return value }
        let list = Value.names.map(\.description).joined(separator: ", ")
        throw RequestFault(key: key, problem: "must be one of: \(list)")
    }

    private func known<Key: RawRepresentable<String> & CaseIterable>(
        _ name: String, under path: String
    ) throws(RequestFault) -> Key {
        if let key = Key(rawValue: name) { return key }
        let list = Key.allCases.map(\.rawValue).joined(separator: ", ")
        throw RequestFault(key: path + name, problem: "is not a known key; known keys: \(list)")
    }
}

/// An error in a JSON request: the key and the problem.
public struct RequestFault: Error, Equatable, Sendable {
    /// The key path, such as `device.app.state`; empty for the request as a whole.
    public var key: String
    /// The problem and the expected value, without the actual value, which may be a secret.
    public var problem: String

    /// Creates a fault. `problem` continues a sentence that begins with the key.
    public init(key: String, problem: String) {
        self.key = key
        self.problem = problem
    }

    /// The fault as a sentence. A key may be a misplaced link, so secrets in it are masked.
    public var message: String {
        key.isEmpty ? "the request \(problem)" : "\"\(Masking.masked(key))\" \(problem)"
    }
}

/// The keys of a JSON request, used by all readers of requests: batches, HTTP, case files.
public enum RequestKey: String, CaseIterable, Sendable {
    case id, link
    case userAgent = "user_agent"
    case acceptLanguage = "accept_language"
    case headers, device, stage
    case returnedFrom = "returned_from"
    case ip, country, region, city, asn, time, settings, site
}

/// The keys of a request's `device`.
public enum RequestDeviceKey: String, CaseIterable, Sendable {
    case platform
    case osVersion = "os_version"
    case formFactor = "form_factor"
    case inApp = "in_app"
    case bot
    case botKind = "bot_kind"
    case store, browser
    case browserVersion = "browser_version"
    case app, apps
}

/// The keys of an app in a request's `device`.
public enum RequestAppKey: String, CaseIterable, Sendable {
    case id, state, version
}
