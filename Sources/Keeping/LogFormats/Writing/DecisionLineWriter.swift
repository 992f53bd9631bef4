public import ByteText
import Devices
import Links
public import Routing

/// Writes the lines of decision logs: JSON with everything needed to decide again. ``DecisionLineReader`` reads them.
///
/// `input` is a request as the interfaces accept it. Secrets in it are masked, each always in the same way, so a masked
/// link leads to the same decision.
public final class DecisionLineWriter {
    /// The contents of the line other than the click and its decision.
    public struct Circumstances {
        var id: [UInt8]
        /// The name of the listener that received the request.
        var listener: StaticString
        /// The time of the decision.
        public let clock: WallClock
        var nanoseconds: UInt64
        var trace: TraceContext?

        /// The circumstances of one decision.
        ///
        /// - Parameters:
        ///   - id: The request's ID.
        ///   - listener: The name of the listener that received it.
        ///   - clock: The time of the decision.
        ///   - nanoseconds: The duration of the decision.
        ///   - trace: The request's span, if it is part of a trace.
        public init(
            id: [UInt8], listener: StaticString, clock: WallClock, nanoseconds: UInt64, trace: TraceContext? = nil
        ) {
            self.id = id
            self.listener = listener
            self.clock = clock
            self.nanoseconds = nanoseconds
            self.trace = trace
        }
    }

    /// The facts of a click to log, for the current rule set.
    public var facts: LoggedFacts
    private var line: [UInt8] = []
    private var time = LogTime()
    private var scratch: [UInt8] = []
    private var masked = MaskedText()

    /// A writer for the facts of one rule set, confined to one thread.
    public init(_ facts: LoggedFacts) {
        self.facts = facts
        line.reserveCapacity(8192)
        scratch.reserveCapacity(8192)
    }

    /// Writes the line of a decision, with its line feed, and passes it to a closure.
    public func write(
        _ outcome: Outcome, of request: borrowing ClickRequest, by ruleSet: RuleSet,
        in arena: borrowing ByteArena, _ circumstances: Circumstances, to body: (_ line: Span<UInt8>) -> Void
    ) {
        scratch.removeAll(keepingCapacity: true)
        JSONWriter.append(to: &scratch) { json in
            json.beginObject()
            json.member("decision_id", circumstances.id.span)
            if let trace = circumstances.trace { json.members(of: trace) }
            json.member("listener", circumstances.listener)
            json.member("ruleset", ruleSet.hash)
            json.name("input")
            write(request, in: arena, to: &json)
            if ScanMark.isOn(request.link, in: arena) { json.member("source", ScanMark.name) }
            if request.purpose != .click { json.member("purpose", request.purpose.name) }
            write(outcome, of: ruleSet, in: arena, to: &json)
            json.member("duration_ns", Int(circumstances.nanoseconds))
            json.endObject()
        }
        lend("decision", at: circumstances.clock, to: body)
    }

    /// Writes the members of a decision.
    private func write(
        _ outcome: Outcome, of ruleSet: RuleSet, in arena: borrowing ByteArena, to json: inout JSONWriter
    ) {
        let decision = outcome.decision
        Self.writeDecided(decision, by: ruleSet, to: &json)
        json.member("target", masking: decision.target, in: arena, &masked)
        json.name("page")
        if let page = decision.page { json.string(page.rawValue) } else { json.null() }
        json.member("status", Int(decision.status))
        json.name("error")
        Self.write(decision.error, of: ruleSet, to: &json)
        json.member("undecided", outcome.undecided.count)
    }

    /// Completes the line and passes it to a closure.
    private func lend(_ type: String, at clock: WallClock, to body: (_ line: Span<UInt8>) -> Void) {
        line.removeAll(keepingCapacity: true)
        Self.begin(type, "ts", at: clock, &time, &line)
        LogSchema.endTime(in: &line)
        LogEscaping.append(json: scratch.span.extracting(1..<scratch.count), to: &line)
        line.append(0x0A)
        let bytes = line
        body(bytes.span)
    }

    /// Writes the decision and the deciding rule.
    static func writeDecided(_ decision: Decision, by ruleSet: RuleSet, to json: inout JSONWriter) {
        json.member("decision", decision.kind.rawValue)
        json.name("rule")
        if let rule = decision.rule { json.string(ruleSet.rules[rule].id) } else { json.null() }
    }

    /// Writes the code of an error, or null if there is none.
    static func write(_ error: Decision.Failure?, of ruleSet: RuleSet, to json: inout JSONWriter) {
        switch error {
        case .fault(let fault): json.string(fault.code.name)
        case .rule(let rule):
            guard case .error(let code, _, _) = ruleSet.rules[rule].action.outcome else { return json.null() }
            json.string(code)
        case nil: json.null()
        }
    }

    /// Ends the time of an event, which is not a log line.
    static func endTime(in line: inout [UInt8]) { line.append(contentsOf: "\",".utf8) }

    /// Begins a line with its type and its time, under a given name; the caller ends the time.
    static func begin(
        _ type: String, _ name: String, at clock: WallClock, _ time: inout LogTime, _ line: inout [UInt8]
    ) {
        line.append(contentsOf: "{\"type\":\"".utf8)
        line.append(contentsOf: type.utf8)
        line.append(contentsOf: "\",\"".utf8)
        line.append(contentsOf: name.utf8)
        line.append(contentsOf: "\":\"".utf8)
        time.append(clock, to: &line)
    }

    private func write(_ request: borrowing ClickRequest, in arena: borrowing ByteArena, to json: inout JSONWriter) {
        json.beginObject()
        json.member("link", masking: request.link, in: arena, &masked)
        if let agent = request.userAgent { json.member("user_agent", masking: agent, in: arena, &masked) }
        if request.headersAreKnown {
            writeHeaders(request, in: arena, to: &json)
        } else if let language = request.acceptLanguage {
            json.member("accept_language", masking: language, in: arena, &masked)
        }
        if let profile = request.profile { Self.write(profile, in: arena, to: &json) }
        if let stage = request.stage { json.member("stage", stage.name) }
        if request.returnedFrom != .none { json.member("returned_from", request.returnedFrom.name) }
        if facts.ip, let ip = request.ip { json.member("ip", ip, in: arena) }
        writeLocation(request, in: arena, to: &json)
        if let seconds = request.time {
            line.removeAll(keepingCapacity: true)
            time.update(seconds)
            line.append(contentsOf: time.date)
            line.append(UInt8(ascii: "Z"))
            let text = line
            json.member("time", text.span)
        }
        if let settings = request.settings { write(settings, in: arena, to: &json) }
        json.endObject()
    }

    /// Writes the client's location. The region and the city are present only if rules use them, as is the lookup.
    private func writeLocation(
        _ request: borrowing ClickRequest, in arena: borrowing ByteArena, to json: inout JSONWriter
    ) {
        if let country = request.country { json.member("country", country, in: arena) }
        if let region = request.region { json.member("region", region, in: arena) }
        if let city = request.city { json.member("city", city, in: arena) }
        if let network = request.network { json.member("asn", Int(network)) }
    }

    private func writeHeaders(
        _ request: borrowing ClickRequest, in arena: borrowing ByteArena, to json: inout JSONWriter
    ) {
        json.name("headers")
        json.beginObject()
        request.forEachNotedField { field, value in
            guard field != .userAgent else { return }
            json.name(field.name)
            json.string(masking: arena[value], &masked)
        }
        for index in request.otherHeaders.indices {
            let header = request.otherHeaders[index]
            guard facts.includes(arena[header.name]), !Self.isRepeated(header.name, before: index, request, in: arena)
            else { continue }
            json.name(arena[header.name])
            json.string(masking: arena[header.value], &masked)
        }
        json.endObject()
    }

    /// Whether an earlier field has the same name. Names in an object are unique.
    private static func isRepeated(
        _ name: TextRange, before end: Int, _ request: borrowing ClickRequest, in arena: borrowing ByteArena
    ) -> Bool {
        for index in 0..<end where arena[request.otherHeaders[index].name].equals(arena[name]) { return true }
        return false
    }

    private static func write(_ profile: DeviceProfile, in arena: borrowing ByteArena, to json: inout JSONWriter) {
        json.name("device")
        json.beginObject()
        if let platform = profile.platform { json.member("platform", platform.name) }
        if let version = profile.osVersion { json.member("os_version", version, in: arena) }
        if let factor = profile.formFactor { json.member("form_factor", factor.name) }
        if let inApp = profile.inApp { json.member("in_app", inApp.name) }
        if let bot = profile.bot { json.member("bot", bot) }
        if let kind = profile.botKind { json.member("bot_kind", kind.name) }
        if let store = profile.store { json.member("store", store.name) }
        if let browser = profile.browser { json.member("browser", browser.name) }
        if let version = profile.browserVersion { json.member("browser_version", version, in: arena) }
        write(profile.apps, in: arena, to: &json)
        json.endObject()
    }

    /// Writes apps in the order of the report, since the first match is used. Only `app` may lack its ID, and there is
    /// one of it, before or after the list.
    private static func write(_ apps: [AppReport], in arena: borrowing ByteArena, to json: inout JSONWriter) {
        let own = apps.count == 1 ? 0 : apps.firstIndex { $0.id == nil }
        if own == 0 { write(app: apps[0], in: arena, to: &json) }
        if apps.count > 1 {
            json.name("apps")
            json.beginArray()
            for app in apps where app.id != nil { write(app, in: arena, to: &json) }
            json.endArray()
        }
        if let own, own > 0 { write(app: apps[own], in: arena, to: &json) }
    }

    private static func write(app: AppReport, in arena: borrowing ByteArena, to json: inout JSONWriter) {
        json.name("app")
        write(app, in: arena, to: &json)
    }

    private static func write(_ app: AppReport, in arena: borrowing ByteArena, to json: inout JSONWriter) {
        json.beginObject()
        if let id = app.id { json.member("id", id, in: arena) }
        if let state = app.state { json.member("state", state.name) }
        if let version = app.version { json.member("version", version, in: arena) }
        json.endObject()
    }

    private func write(
        _ settings: ActionCodeSettings, in arena: borrowing ByteArena, to json: inout JSONWriter
    ) {
        json.name("settings")
        json.beginObject()
        if let url = settings.url { json.member("url", masking: url, in: arena, &masked) }
        json.member("handleCodeInApp", settings.handleCodeInApp)
        let asksOfAndroid = settings.androidInstallApp || settings.androidMinimumVersion != nil
        if settings.androidPackageName != nil || asksOfAndroid {
            json.name("android")
            json.beginObject()
            if let package = settings.androidPackageName { json.member("packageName", package, in: arena) }
            json.member("installApp", settings.androidInstallApp)
            if let version = settings.androidMinimumVersion { json.member("minimumVersion", version, in: arena) }
            json.endObject()
        }
        if settings.iOSBundleID != nil || settings.iOSAppStoreID != nil {
            json.name("iOS")
            json.beginObject()
            if let bundle = settings.iOSBundleID { json.member("bundleId", bundle, in: arena) }
            if let id = settings.iOSAppStoreID { json.member("appStoreId", id, in: arena) }
            json.endObject()
        }
        if let domain = settings.linkDomain { json.member("linkDomain", domain, in: arena) }
        if let domain = settings.dynamicLinkDomain { json.member("dynamicLinkDomain", domain, in: arena) }
        json.endObject()
    }
}

// MARK: - Shadows

extension DecisionLineWriter {
    /// The decision of one rule set about a click; a difference has one for the active and one for the candidate rules.
    public struct Side {
        let outcome: Outcome
        let ruleSet: RuleSet

        /// An outcome and its rules.
        public init(_ outcome: Outcome, by ruleSet: RuleSet) {
            self.outcome = outcome
            self.ruleSet = ruleSet
        }
    }

    /// Writes a line of type `shadow` for a click that candidate rules would have answered differently, and passes it
    /// to a closure. It is not a decision: the click also has a decision line, with the same `decision_id`.
    ///
    /// - Parameter differences: The parts that differ.
    public func write(
        _ live: Side, _ shadow: Side, differing differences: DecisionDifference, of request: borrowing ClickRequest,
        in arena: borrowing ByteArena, _ circumstances: Circumstances, to body: (_ line: Span<UInt8>) -> Void
    ) {
        scratch.removeAll(keepingCapacity: true)
        JSONWriter.append(to: &scratch) { json in
            json.beginObject()
            json.member("decision_id", circumstances.id.span)
            json.member("listener", circumstances.listener)
            json.name("input")
            write(request, in: arena, to: &json)
            json.name("differs")
            json.beginArray()
            for word in differences.words { json.string(word) }
            json.endArray()
            json.name("live")
            write(live, in: arena, to: &json)
            json.name("shadow")
            write(shadow, in: arena, to: &json)
            json.endObject()
        }
        lend("shadow", at: circumstances.clock, to: body)
    }

    private func write(_ side: Side, in arena: borrowing ByteArena, to json: inout JSONWriter) {
        json.beginObject()
        json.member("ruleset", side.ruleSet.hash)
        write(side.outcome, of: side.ruleSet, in: arena, to: &json)
        json.endObject()
    }
}

// MARK: - Reloads

extension DecisionLineWriter {
    /// The line of a reload: its result, the hash of the running rule set, and the hash of the previous one. Allocates.
    public static func line(
        ofReload result: String, ruleSet: String, previous: String, at clock: WallClock
    ) -> [UInt8] {
        var json: [UInt8] = []
        JSONWriter.append(to: &json) { writer in
            writer.beginObject()
            writer.member("result", result)
            writer.member("ruleset", ruleSet)
            writer.member("previous", previous)
            writer.endObject()
        }
        return line("reload", of: json.span, at: clock)
    }

    /// The line of an event, with its line feed: its type, its time and the members of a JSON object.
    ///
    /// - Parameter name: The name of the time member.
    public static func line(
        _ type: String, _ name: String = "ts", of json: Span<UInt8>, at clock: WallClock
    ) -> [UInt8] {
        var time = LogTime()
        var line: [UInt8] = []
        begin(type, name, at: clock, &time, &line)
        if name == "ts" { LogSchema.endTime(in: &line) } else { endTime(in: &line) }
        LogEscaping.append(json: json.extracting(1..<json.count), to: &line)
        line.append(0x0A)
        return line
    }
}

/// The schema version of JSON log lines: `rules/schema/log.schema.json`.
///
/// Readers may rely on it: members may be added within a version; if one is removed or changes its meaning, the version
/// increases.
public enum LogSchema {
    /// Ends the text of a line's time, and writes the version. Allocates only if the line has no room.
    public static func endTime(in line: inout [UInt8]) { line.append(contentsOf: "\",\"schema\":1,".utf8) }
}

extension JSONWriter {
    /// Writes `trace_id` and `span_id`, the names that OpenTelemetry gives them in logs of other formats.
    public mutating func members(of trace: TraceContext) {
        trace.withIDs { trace, span in
            member("trace_id", trace)
            member("span_id", span)
        }
    }
}
