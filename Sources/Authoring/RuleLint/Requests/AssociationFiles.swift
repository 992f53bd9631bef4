import Association
import Routing

/// The association files of a rule set's hosts, each generated once.
struct AssociationFiles {
    private struct Files {
        var apple: AppleAppSiteAssociation
        var android: AssetLinks
    }

    private let ruleSet: RuleSet
    private var hosts: [String: Files?] = [:]

    init(_ ruleSet: RuleSet) {
        self.ruleSet = ruleSet
    }

    /// Whether the system opens a link in one of the apps, or `nil` if the link's host has no files.
    mutating func open(_ link: String, in apps: [AppDefinition]) -> Bool? {
        let address = LinkAddress(link)
        guard let files = files(of: address.host) else { return nil }
        return apps.contains { app in
            switch app.store {
            case .ios: app.appID.map { files.apple.opens(address, appID: $0) } ?? false
            case .android: files.android.opens(address, package: app.id)
            // The app itself declares its paths.
            case .harmony: true
            }
        }
    }

    /// The size of a host's apple-app-site-association file in bytes.
    mutating func appleSize(of host: String) -> Int { files(of: host)?.apple.json.count ?? 0 }

    private mutating func files(of host: String) -> Files? {
        if let known = hosts[host] { return known }
        let files = ruleSet.association(of: Array(host.utf8).span).map { Files(apple: $0.apple, android: $0.android) }
        hosts[host] = .some(files)
        return files
    }
}

extension AppDefinition {
    /// Whether association files can list the app.
    var isAssociated: Bool {
        switch store {
        case .ios: team != nil
        case .android: !fingerprints.isEmpty
        case .harmony: true
        }
    }
}
