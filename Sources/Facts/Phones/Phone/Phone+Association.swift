import Association

extension Phone {
    /// Fetches the association files of hosts as systems do after installing an app: over https, without following
    /// redirects. Incorrectly served files count as missing.
    ///
    /// Android apps become verified for the hosts whose file contains a statement with their certificate's fingerprint
    /// in upper case. `fingerprints` contains the certificates of the apps, by package.
    public mutating func fetchAssociations(
        of hosts: some Sequence<String>, fingerprints: [String: String] = [:], from web: some Answering
    ) {
        for host in Set(hosts) {
            switch system {
            case .ios, .ipados:
                let body = Self.file("apple-app-site-association", of: host, wants: nil, from: web)
                appleFiles[host] = body.flatMap { AppleAppSiteAssociation(parsing: $0) }
            case .android:
                let body = Self.file("assetlinks.json", of: host, wants: "application/json", from: web)
                assetLinks[host] = body.flatMap { AssetLinks(parsing: $0) }
                for index in androidApps.indices { verify(index, host, fingerprints) }
            case .harmonyOS:
                let body = Self.file("applinking.json", of: host, wants: "application/json", from: web)
                appLinking[host] = body.flatMap { AppLinking(parsing: $0) }
            case .desktop: break
            }
        }
    }

    private mutating func verify(_ index: Int, _ host: String, _ fingerprints: [String: String]) {
        let app = androidApps[index]
        guard app.filters.contains(where: { $0.verifiableHost == host }) else { return }
        let statement = assetLinks[host]?.statements.first { $0.package == app.package }
        let isVerified = fingerprints[app.package].map { statement?.fingerprints.contains($0) ?? false } ?? false
        if isVerified {
            androidApps[index].verifiedHosts.insert(host)
        } else {
            androidApps[index].verifiedHosts.remove(host)
        }
    }

    private static func file(_ name: String, of host: String, wants type: String?, from web: some Answering) -> String?
    {
        let request = WebRequest(url: "https://\(host)/.well-known/\(name)", userAgent: "")
        guard let answer = web.answer(request), answer.status == 200 else { return nil }
        if let type, String(answer.contentType?.prefix { $0 != ";" } ?? "") != type { return nil }
        return answer.body
    }
}
