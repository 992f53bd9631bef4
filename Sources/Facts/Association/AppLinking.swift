import ByteText

/// A host's `applinking.json` file (Huawei, "Using App Linking"), which associates its links with apps for HarmonyOS 5 and
/// later. It names no paths: those are declared by the app.
public struct AppLinking: Sendable, Equatable {
    /// The app IDs, as assigned by AppGallery Connect.
    public var apps: [String]

    /// Creates a file.
    public init(apps: [String]) {
        self.apps = apps
    }

    /// The file as compact JSON.
    public var json: [UInt8] {
        let entries = apps.map { app -> JSONValue in ["appIdentifier": .string(app)] }
        let file: JSONValue = ["applinking": ["apps": .array(entries)]]
        return Array(file.text.utf8)
    }

    /// Parses a file; `nil` unless it is JSON with a list of apps in `applinking`.
    public init?(parsing text: String) {
        guard let apps = (try? JSONValue(parsing: text))?["applinking"]?["apps"]?.array else { return nil }
        self.init(apps: apps.compactMap { $0["appIdentifier"]?.string })
    }
}
