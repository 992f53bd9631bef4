import ByteText

extension SourceFacts {
    /// Adds the contents of `google-services.json`: the project, its Android apps, and the Apple apps related to them.
    ///
    /// The layout is that of the Firebase console's download, which the Google services plugin for Gradle reads.
    public mutating func add(googleServices bytes: Span<UInt8>, named name: String) throws(SetupFault) {
        let json = try Self.json(bytes, name)
        guard let project = json["project_info"]?["project_id"]?.string, let clients = json["client"]?.array else {
            throw SetupFault(
                "\(name): not google-services.json: it lacks project_info.project_id or client; download the file from the Firebase console, Project settings, Your apps"
            )
        }
        projects.append(Statement(value: project, source: name))
        var hasSHA1 = false
        for client in clients {
            if let package = client["client_info"]?["android_client_info"]?["package_name"]?.string {
                packages.append(Statement(value: package, source: name))
            }
            for app in (client["oauth_client"]?.array ?? []).compactMap({ $0["android_info"] }) {
                guard let sha1 = app["certificate_hash"]?.string else { continue }
                hasSHA1 = true
                if let package = app["package_name"]?.string {
                    packagesOfCertificates[sha1.lowercased(), default: []].append(package)
                }
            }
            let others = client["services"]?["appinvite_service"]?["other_platform_oauth_client"]?.array ?? []
            for other in others { add(other["ios_info"], name) }
        }
        if hasSHA1 {
            remarks.append(
                "\(name): its certificate_hash is a SHA-1 digest, which Android's assetlinks.json does not accept; the SHA-256 digest is needed (--from CERTIFICATE or --sha256)"
            )
        }
    }

    /// The JSON of a file.
    static func json(_ bytes: Span<UInt8>, _ name: String) throws(SetupFault) -> JSONValue {
        do throws(JSONFault) { return try JSONValue(parsing: bytes) } catch {
            throw SetupFault(
                "\(name): not valid JSON: line \(error.line), column \(error.column): expected \(error.expected)")
        }
    }

    private mutating func add(_ app: JSONValue?, _ name: String) {
        guard let bundle = app?["bundle_id"]?.string else { return }
        let statement = Statement(
            value: AppleApp(bundle: bundle, appStoreID: app?["app_store_id"]?.string), source: name)
        if !appleApps.contains(statement) { appleApps.append(statement) }
    }
}
