import ArgumentParser
import ByteText
import Devices
import Expressions
import Routing
import Terminal

/// Facts of a click apart from its link: the device, its app, and the circumstances.
struct ClickOptions: ParsableArguments {
    @Option(help: "The user agent of the click.")
    var userAgent: String?

    @Option(
        help: "The device's platform: android, ios, ipados, windows …",
        completion: .list(Self.words(Platform.self)))
    var platform: String?

    @Option(
        help: "Whether the link's app is on the device: current, outdated, absent or unknown.",
        completion: .list(Self.words(AppState.self)))
    var appState: String?

    @Option(help: "The version of the link's app on the device.")
    var appVersion: String?

    @Option(help: "The device profile as JSON: '{\"platform\":\"android\",\"app\":{\"state\":\"current\"}}'.")
    var device: String?

    @Option(
        help: "click, or continue: the web action is done and the user continues.",
        completion: .list(Self.words(Stage.self)))
    var stage: String?

    @OptionGroup var circumstances: CircumstanceOptions

    @OptionGroup var geo: GeoOption

    /// The facts given by options, as keys of a JSON request.
    ///
    /// - Parameter now: The base of relative times, in seconds since the epoch.
    func stated(now: Int64) throws -> JSONObject {
        var request = JSONObject()
        if let userAgent {
            guard !(try circumstances.checkedHeaders()).contains(where: { $0.name == "user-agent" }) else {
                throw Failure("--user-agent and --header User-Agent can't be combined")
            }
            request.append("user_agent", .string(userAgent))
        }
        if let device = try statedDevice() { request.append("device", device) }
        if let stage { request.append("stage", .string(try Self.word(stage, "--stage", Stage.self))) }
        try circumstances.state(in: &request, now: now)
        return request
    }

    // MARK: - The device

    /// The device profile, with the platform and app from their own options.
    private func statedDevice() throws -> JSONValue? {
        let app = try statedApp()
        guard device != nil || platform != nil || app != nil else { return nil }
        guard var profile = try parsedDevice() else { return try device.map { try JSONValue(parsing: $0) } }
        if let platform {
            let word = try Self.word(platform, "--platform", Platform.self)
            guard profile.append("platform", .string(word)) else {
                throw Failure("--platform: --device already sets the platform; use one of them")
            }
        }
        if let app {
            let option = appVersion != nil ? "--app-version" : "--app-state"
            guard profile["apps"] == nil, profile.append("app", app) else {
                throw Failure("\(option): --device already sets apps; use one of them")
            }
        }
        return .object(profile)
    }

    /// The object of `--device`, or an empty one without the option; `nil` if the value is not an object, which the
    /// request reader rejects.
    private func parsedDevice() throws -> JSONObject? {
        guard let device else { return JSONObject() }
        do { return try JSONValue(parsing: device).object } catch {
            throw Failure("--device: not valid JSON: \(error)")
        }
    }

    private func statedApp() throws -> JSONValue? {
        guard appState != nil || appVersion != nil else { return nil }
        var app = JSONObject()
        if let appState { app.append("state", .string(try Self.word(appState, "--app-state", AppState.self))) }
        if let appVersion { app.append("version", .string(try Self.version(appVersion))) }
        return .object(app)
    }

    /// A version that can be compared.
    static func version(_ text: String) throws -> String {
        let bytes = Array(text.utf8)
        guard VersionOrder.compare(bytes.span, bytes.span) != nil else {
            throw Failure("--app-version: \(text) is not a version; write it as 15 or 2.10.1")
        }
        return text
    }

    // MARK: - Words

    private static func words<Value: Word>(_: Value.Type) -> [String] { Value.names.map(\.description) }

    private static func word<Value: Word>(_ text: String, _ option: String, _ type: Value.Type) throws -> String {
        let words = words(type)
        if words.contains(text) { return text }
        let hint = suggestion(for: text, among: words).map { $0 + " " } ?? ""
        throw Failure("\(option): unknown value \(text); \(hint)expected one of: \(words.joined(separator: ", "))")
    }
}
