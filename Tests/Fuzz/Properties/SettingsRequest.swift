import ByteText

/// A request built from an input's bytes.
///
/// An input that begins with `{` is JSON. Any other is lines, so that a changed byte mostly yields another valid
/// request: choices, link, `url`, package, minimum, bundle, App Store ID, link domain, user agent.
enum SettingsRequest {
    static func read(_ input: Span<UInt8>) -> JSONValue? {
        if input.count > 0, input[0] == UInt8(ascii: "{") { return try? JSONValue(parsing: input) }
        guard let text = try? UTF8Span(validating: input) else { return nil }
        let lines = String(copying: text).split(separator: "\n", omittingEmptySubsequences: false)
        func line(_ index: Int) -> JSONValue? {
            index < lines.count && !lines[index].isEmpty ? .string(String(lines[index])) : nil
        }
        let choices = Choices(lines[0])
        var settings = JSONObject()
        settings.append("url", line(2))
        settings.append("handleCodeInApp", .bool(choices.handles))
        settings.append("android", android(package: line(3), minimum: line(4), installs: choices.installs))
        settings.append("iOS", apple(bundle: line(5), store: line(6)))
        settings.append("linkDomain", line(7))
        var request = JSONObject()
        request.append("link", line(1))
        request.append("user_agent", line(8))
        request.append("stage", choices.stage.map { JSONValue.string($0) })
        request.append("device", choices.device)
        if choices.hasSettings { request.append("settings", .object(settings)) }
        return .object(request)
    }

    private static func android(package: JSONValue?, minimum: JSONValue?, installs: Bool) -> JSONValue {
        var android = JSONObject()
        android.append("packageName", package)
        android.append("minimumVersion", minimum)
        android.append("installApp", .bool(installs))
        return .object(android)
    }

    private static func apple(bundle: JSONValue?, store: JSONValue?) -> JSONValue {
        var apple = JSONObject()
        apple.append("bundleId", bundle)
        apple.append("appStoreId", store)
        return .object(apple)
    }

    /// Three characters: a letter for the platform, one for the app's state, and one whose bits are the rest.
    private struct Choices {
        let device: JSONValue?
        let stage: String?
        let hasSettings: Bool
        let handles: Bool
        let installs: Bool

        init(_ text: Substring) {
            var bytes = text.utf8.makeIterator()
            let platforms = ["android", "ios", "ipados", "windows", "unknown", "macos", "other", ""]
            let states = ["current", "outdated", "absent", "unknown"]
            let platform = platforms[Int(bytes.next() ?? 0) % platforms.count]
            let state = Int(bytes.next() ?? 0) % (states.count + 1)
            let bits = bytes.next() ?? 0
            var object = JSONObject()
            if !platform.isEmpty { object.append("platform", .string(platform)) }
            if state < states.count {
                var app = JSONObject()
                app.append("state", .string(states[state]))
                object.append("app", .object(app))
            }
            if bits & 32 != 0 { object.append("bot", .bool(true)) }
            if bits & 64 != 0 { object.append("in_app", "facebook") }
            device = object.isEmpty ? nil : .object(object)
            stage = bits & 1 == 0 ? nil : bits & 2 == 0 ? "click" : "continue"
            hasSettings = bits & 4 != 0
            handles = bits & 8 != 0
            installs = bits & 16 != 0
        }
    }
}

extension JSONObject {
    /// Appends a member if it has a value.
    fileprivate mutating func append(_ name: String, _ value: JSONValue?) {
        if let value { append(name, value) }
    }
}
