import ByteText

extension SourceFacts {
    /// Adds the configuration of an app as printed by `firebase apps:sdkconfig --json`, or returned by the Firebase
    /// Management API.
    ///
    ///     {"status": "success", "result": {"fileName": "google-services.json", "fileContents": "{…}"}}
    ///
    /// `fileContents` is the app's configuration file, and `configFileContents` the same file in base64. A web app has
    /// `sdkConfig` with the project ID. App lists (`apps:list --json`) are accepted, too.
    public mutating func add(sdkConfig bytes: Span<UInt8>, named name: String) throws(SetupFault) {
        let json = try Self.json(bytes, name)
        if json["status"]?.string == "error" {
            throw SetupFault("\(name): the Firebase CLI reports an error in it; run it again after `firebase login`")
        }
        let result = json["result"] ?? json
        if let apps = result.array { return try add(listed: apps, name) }
        let contents = result["fileContents"]?.string.map { Array($0.utf8) }
        let encoded = result["configFileContents"]?.string.flatMap(Self.decoded(base64:))
        if let project = (result["sdkConfig"] ?? result)["projectId"]?.string {
            projects.append(Statement(value: project, source: name))
        } else if let file = contents ?? encoded {
            try add(file: file, named: name)
        } else {
            throw SetupFault(
                "\(name): the output of `firebase apps:sdkconfig --json` is expected to have fileContents or sdkConfig")
        }
    }

    private mutating func add(file bytes: [UInt8], named name: String) throws(SetupFault) {
        switch try SourceKind(of: bytes.span, file: name) {
        case .googleServices: try add(googleServices: bytes.span, named: name)
        case .googleServiceInfo: try add(googleServiceInfo: bytes, named: name)
        case .sdkConfig, .assetLinks, .appSiteAssociation, .linkExport, .signing:
            throw SetupFault("\(name): its fileContents is neither google-services.json nor GoogleService-Info.plist")
        }
    }

    private mutating func add(listed apps: [JSONValue], _ name: String) throws(SetupFault) {
        var isFound = false
        for app in apps {
            guard let project = app["projectId"]?.string else { continue }
            isFound = true
            if !projects.contains(where: { $0.value == project }) {
                projects.append(Statement(value: project, source: name))
            }
            if let package = app["packageName"]?.string { packages.append(Statement(value: package, source: name)) }
            if let bundle = app["bundleId"]?.string {
                let value = AppleApp(bundle: bundle, appStoreID: app["appStoreId"]?.string)
                appleApps.append(Statement(value: value, source: name))
            }
        }
        guard isFound else { throw SetupFault("\(name): it contains no app of a Firebase project") }
    }
}

/// Why a site can't be set up: one or more sentences for people.
public struct SetupFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The problem, its place, and how to fix it.
    public var message: String

    /// A fault with its message.
    public init(_ message: String) { self.message = message }

    public var description: String { message }
}
