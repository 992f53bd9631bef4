import ByteText
package import Routing

/// Formats declarations for the tools that build apps from their own project files.
extension AssociationText {
    /// A tool with its own project files.
    package enum Format: String, Sendable, CaseIterable { case expo, flutter, capacitor }

    /// The declarations of a site's apps, under the paths of the project files they belong in.
    package static func lines(of site: SiteDefinition, for format: Format) -> [String] {
        let apps = site.declarations.filter { $0.app.store != .harmony }
        let lines =
            switch format {
            case .expo: projects(apps).flatMap { appJSON($0, $1) }
            case .flutter: apps.flatMap(flutter)
            case .capacitor: apps.flatMap(capacitor)
            }
        return ["# Site \(site.name)", ""] + lines
    }

    // MARK: - Flutter and Capacitor

    /// Flutter's own handler would open links as routes before a plugin receives them, so it is turned off.
    private static func flutter(_ app: AppDeclaration) -> [String] {
        guard app.app.store == .android else {
            return section(app.app.id, "ios/Runner/Runner.entitlements, in <dict>", associatedDomains(of: app))
                + section(
                    app.app.id, "ios/Runner/Info.plist, in <dict>",
                    ["<key>FlutterDeepLinkingEnabled</key>", "<false/>"])
        }
        return section(
            app.app.id, mainActivity,
            [#"<meta-data android:name="flutter_deeplinking_enabled" android:value="false" />"#]
                + intentFilters(of: app))
    }

    private static func capacitor(_ app: AppDeclaration) -> [String] {
        app.app.store == .android
            ? section(app.app.id, mainActivity, intentFilters(of: app))
            : section(app.app.id, "ios/App/App/App.entitlements, in <dict>", associatedDomains(of: app))
    }

    private static let mainActivity = "android/app/src/main/AndroidManifest.xml, in the activity .MainActivity"

    private static func section(_ app: String, _ place: String, _ lines: [String]) -> [String] {
        ["## \(app), \(place)", ""] + lines + [""]
    }

    // MARK: - Expo

    /// The apps of each project, one per system: the first ones of both systems, the second ones, and so on.
    private static func projects(_ apps: [AppDeclaration]) -> [(android: AppDeclaration?, ios: AppDeclaration?)] {
        let android = apps.filter { $0.app.store == .android }
        let ios = apps.filter { $0.app.store == .ios }
        return (0..<max(android.count, ios.count)).map { index in
            (index < android.count ? android[index] : nil, index < ios.count ? ios[index] : nil)
        }
    }

    private static func appJSON(_ android: AppDeclaration?, _ ios: AppDeclaration?) -> [String] {
        let systems = [ios.map(expoApple), android.map(expoAndroid)].compactMap { $0 }
        return ["## app.json", "", "{", "  \"expo\": {"] + systems.joined(separator: ["    },"]) + [
            "    }", "  }", "}", "",
        ]
    }

    private static func expoApple(_ app: AppDeclaration) -> [String] {
        let domains: JSONValue = .array(app.associatedDomains.map { .string($0) })
        return [
            "    \"ios\": {", "      \"bundleIdentifier\": \(JSONValue.string(app.app.id).text),",
            "      \"associatedDomains\": \(domains.text)",
        ]
    }

    private static func expoAndroid(_ app: AppDeclaration) -> [String] {
        let filters = app.filters.map { "        " + expoFilter($0).text }.joined(separator: ",\n")
        return [
            "    \"android\": {", "      \"package\": \(JSONValue.string(app.app.id).text),",
            "      \"intentFilters\": [",
            filters, "      ]",
        ]
    }

    private static func expoFilter(_ filter: AppDeclaration.IntentFilter) -> JSONValue {
        var data = JSONObject()
        data.append("scheme", "https")
        data.append("host", .string(filter.host))
        if let prefix = filter.pathPrefix { data.append("pathPrefix", .string(prefix)) }
        return [
            "action": "VIEW", "autoVerify": .bool(filter.isVerified), "data": .array([.object(data)]),
            "category": ["BROWSABLE", "DEFAULT"],
        ]
    }
}
