import ByteText

extension SourceFacts {
    /// The relation that allows an app to open links.
    private static let opensLinks = "delegate_permission/common.handle_all_urls"

    /// Adds the contents of `assetlinks.json`: the Android apps that open links, and their signing certificates.
    public mutating func add(assetLinks bytes: Span<UInt8>, named name: String) throws(SetupFault) {
        let json = try Self.json(bytes, name)
        var others: [String] = []
        var isFound = false
        for statement in json.array ?? [json] {
            guard let package = statement["target"]?["package_name"]?.string else { continue }
            guard statement["relation"]?.array?.contains(.string(Self.opensLinks)) ?? false else {
                others.append(package)
                continue
            }
            isFound = true
            let known = Statement(value: package, source: name)
            if !packages.contains(known) { packages.append(known) }
            for fingerprint in statement["target"]?["sha256_cert_fingerprints"]?.array ?? [] {
                if let text = fingerprint.string { add(fingerprint: text, of: package, named: name) }
            }
        }
        guard isFound else {
            throw SetupFault(
                others.isEmpty
                    ? "\(name): not assetlinks.json: no statement has a target with a package_name"
                    : "\(name): it allows no app to open links: \(others.joined(separator: ", ")) lacks the relation \(Self.opensLinks)"
            )
        }
        let left = others.filter { other in !packages.contains { $0.value == other } }
        if !left.isEmpty {
            remarks.append(
                "\(name): left out: \(left.joined(separator: ", ")), which this file does not allow to open links")
        }
    }

    /// Adds the contents of `apple-app-site-association`: the Apple apps that open links, and their teams.
    ///
    /// `details` is now an array whose elements have `appIDs` or `appID`. In iOS 9 it was an object keyed by app ID,
    /// next to an empty `apps`.
    public mutating func add(appSiteAssociation bytes: Span<UInt8>, named name: String) throws(SetupFault) {
        let json = try Self.json(bytes, name)
        let links = json["applinks"]
        var ids: [String] = []
        for detail in links?["details"]?.array ?? [] {
            ids += detail["appIDs"]?.array?.compactMap(\.string) ?? []
            if let id = detail["appID"]?.string { ids.append(id) }
        }
        ids += links?["details"]?.object?.members.map(\.name) ?? []
        ids += links?["apps"]?.array?.compactMap(\.string) ?? []
        guard !ids.isEmpty else {
            throw SetupFault(
                "\(name): not apple-app-site-association of an app that opens links: applinks.details names no appIDs")
        }
        for id in ids {
            guard let dot = id.firstIndex(of: "."), dot != id.startIndex else {
                remarks.append("\(name): left out: `\(id)` is not an app ID such as ABCDE12345.com.example.ios")
                continue
            }
            let bundle = String(id[id.index(after: dot)...])
            let app = Statement(value: AppleApp(bundle: bundle, team: String(id[..<dot])), source: name)
            if !appleApps.contains(app) { appleApps.append(app) }
        }
    }
}
