import ByteText
import Configuration
import Routing
import Rules

/// Bundle IDs prefixed with a team ID, and apps of one platform that claim the same links.
extension RuleLint {
    mutating func findTeamsInBundles() {
        for site in sites.map(\.definition) {
            for app in site.apps where app.store == .ios {
                guard let (team, bundle) = app.id.teamAndBundle else { continue }
                report(
                    .teamInBundle, at: loaded.places[site.name]?.place(of: app), path: "\(site.name).apps",
                    "the bundle ID `\(app.id)` begins with a team: no app has it",
                    hint: "`bundle: \(bundle), team: \(team)`")
            }
        }
    }

    /// Association files have no order: if several of the apps are installed, the phone chooses.
    mutating func findRivalApps() {
        for site in sites.map(\.definition) where !site.hosts.isEmpty || !site.hosting.isEmpty {
            for store in AppDefinition.Store.allCases {
                let apps = site.apps.filter { $0.store == store && $0.isAssociated }
                guard apps.count > 1 else { continue }
                let names = apps.map { "`\($0.id)`" }.joined(separator: ", ")
                report(
                    .rivalApps, at: loaded.places[site.name]?.place(of: apps[1]), path: "\(site.name).apps",
                    "\(names) claim the same links: a phone that has more than one of them chooses",
                    hint: "give each app a site with hosts of its own",
                    Self.areBuilds(apps.map(\.id)) ? .note : .warning)
            }
        }
    }

    /// Whether the names are variants of one name with suffixes, such as a release build and its debug build.
    private static func areBuilds(_ names: [String]) -> Bool {
        guard let first = names.min(by: { $0.utf8.count < $1.utf8.count }) else { return false }
        return names.allSatisfy { $0 == first || $0.hasPrefix(first + ".") }
    }
}

extension String {
    /// The App ID prefix and the rest, or `nil` for a bundle ID without a prefix.
    fileprivate var teamAndBundle: (team: Substring, bundle: Substring)? {
        guard let dot = firstIndex(of: "."), utf8.distance(from: startIndex, to: dot) == 10 else { return nil }
        let team = self[..<dot]
        let bundle = self[index(after: dot)...]
        let isTeam = team.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        return isTeam && !bundle.isEmpty ? (team, bundle) : nil
    }
}
