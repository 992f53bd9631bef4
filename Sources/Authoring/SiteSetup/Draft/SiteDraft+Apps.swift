import ByteText
import Routing

/// The apps of a draft.
extension SiteDraft {
    /// The maximum number of apps taken from an export, if no project file lists them.
    private static let exportedApps = 5

    mutating func androidApps() -> [AppDefinition] {
        let listed = facts.packages.compactMap { app in
            checked(app.value, .package, app.source).map { ($0, app.source) }
        }
        let ids = chosen(.package, listed, facts.export?.packages ?? [:], "Android app")
        let fingerprints = fingerprints(of: ids.map(\.id))
        return ids.map { id, source in
            var app = AppDefinition(store: .android, id: id)
            app.minimumVersion = statements[.minimumVersion]
            app.fingerprints = fingerprints[id] ?? []
            origins[.app(.android, id)] = source
            return app
        }
    }

    /// The fingerprints of each package. A certificate is assigned to an app only if it is known to sign that app: with
    /// a wrong one, the association file would allow another app to open the links.
    private mutating func fingerprints(of packages: [String]) -> [String: [String]] {
        guard !packages.isEmpty else { return [:] }
        var found: [String: [String]] = [:]
        for stated in statements.statedFingerprints {
            let package = stated.package ?? (packages.count == 1 ? packages[0] : nil)
            if let package {
                found[package, default: []].append(stated.fingerprint)
            } else {
                leaveOut(stated.fingerprint, Datum.fingerprint.flag, packages)
            }
        }
        for certificate in facts.certificates {
            guard let text = checked(certificate.value.fingerprint, .fingerprint, certificate.source) else { continue }
            let bySHA1 = certificate.value.sha1.flatMap { facts.packagesOfCertificates[$0] }
            let listed = certificate.value.packages.map { $0 + (bySHA1 ?? []) } ?? bySHA1
            let signed = listed?.filter(packages.contains) ?? (packages.count == 1 ? packages : [])
            if signed.isEmpty { leaveOut(text, certificate.source, packages, listed: listed) }
            for package in signed where found[package]?.contains(text) != true {
                found[package, default: []].append(text)
            }
        }
        return found
    }

    /// Adds remarks on a certificate that can't be assigned to an app with certainty.
    private mutating func leaveOut(
        _ fingerprint: String, _ source: String, _ packages: [String], listed: [String]? = nil
    ) {
        if statements.statedFingerprints.contains(where: { $0.package != nil && $0.fingerprint == fingerprint }) {
            return
        }
        let names = packages.joined(separator: ", ")
        remarks.append(
            listed.map { "\(source): left out: it signs \($0.joined(separator: ", ")), not \(names)" }
                ?? "\(source): left out: it is unknown which of \(names) it signs; set \(Datum.fingerprint.flag) PACKAGE=\(fingerprint.prefix(8))… for each that it signs"
        )
    }

    /// The apps of a store that files list, if there are several and no option selects among them.
    func unchosen(_ store: AppDefinition.Store) -> [String] {
        guard statements[store == .android ? .package : .bundle] == nil else { return [] }
        let ids = site.apps.filter { $0.store == store }.map(\.id)
        return ids.count > 1 ? ids : []
    }

    /// Adds remarks on apps of one platform that all claim the site's links.
    mutating func noteSharedLinks() {
        for (store, kind) in [(AppDefinition.Store.android, "Android"), (.ios, "Apple")] {
            let ids = site.apps.filter { $0.store == store }.map(\.id)
            guard ids.count > 1 else { continue }
            remarks.append(
                "\(ids.joined(separator: ", ")) all claim every link of this site, and a phone with several of them opens links in only one of them. Apps with links of their own need a site each, with hosts of its own (`fingerpost init --name … --host …`, with the \(kind) app's option)"
            )
        }
    }

    mutating func appleApps() -> [AppDefinition] {
        let listed = facts.appleApps.compactMap { app in
            checked(app.value.bundle, .bundle, app.source).map { ($0, app.source) }
        }
        let ids = chosen(.bundle, listed, facts.export?.bundles ?? [:], "Apple app")
        return ids.enumerated().map { index, chosen in
            let (id, source) = chosen
            var app = AppDefinition(store: .ios, id: id)
            app.minimumVersion = statements[.iosMinimumVersion]
            app.team = statements[.team] ?? team(of: id)
            // An option that names no app applies to the first one.
            app.appStoreID = index == 0 && statements[.appStoreID] != nil ? statements[.appStoreID] : appStoreID(of: id)
            app.customScheme =
                index == 0 && statements[.customScheme] != nil ? statements[.customScheme] : customScheme(of: id)
            origins[.app(.ios, id)] = source
            return app
        }
    }

    func harmonyApps() -> [AppDefinition] {
        (statements.values[.harmony] ?? []).map { value in
            let (bundle, id) = Datum.harmonyApp(value)
            var app = AppDefinition(store: .harmony, id: bundle)
            app.appGalleryConnectID = id
            return app
        }
    }

    /// The apps with their origins: those given by options, else those in project files, else those of exported links.
    private mutating func chosen(
        _ datum: Datum, _ listed: [(String, String)], _ exported: [String: Int], _ kind: String
    ) -> [(id: String, source: String)] {
        let ranked = ExportSummary.ranked(exported)
        let exportName = facts.exports.joined(separator: ", ")
        var chosen: [(id: String, source: String)] = []
        if let stated = statements.values[datum] {
            chosen = stated.map { ($0, datum.flag) }
        } else if !listed.isEmpty {
            for app in listed where !chosen.contains(where: { $0.id == app.0 }) { chosen.append((app.0, app.1)) }
            // The app with the most links comes first: it also gets the links that name no app.
            let counts = exported
            chosen = chosen.enumerated().sorted { left, right in
                (counts[right.element.id] ?? 0, left.offset) < (counts[left.element.id] ?? 0, right.offset)
            }.map(\.element)
        } else {
            for (id, _) in ranked.prefix(Self.exportedApps) {
                if let id = checked(id, datum, exportName) { chosen.append((id, exportName)) }
            }
        }
        let left = listed.filter { app in !chosen.contains { $0.id == app.0 } }.map(\.0)
        if !left.isEmpty {
            let names = Set(left).sorted().joined(separator: ", ")
            remarks.append("left out: \(kind) \(names), which \(listed[0].1) lists and \(datum.flag) does not")
        }
        for (id, count) in ranked where !chosen.contains(where: { $0.id == id }) {
            remarks.append(
                "left out: \(kind) \(id), which \(counted(count, "link")) of \(exportName) open; \(datum.flag) \(id) adds it"
            )
        }
        return chosen
    }

    private mutating func team(of bundle: String) -> String? {
        let listed = facts.appleApps.filter { $0.value.bundle == bundle }.compactMap { app in
            app.value.team.flatMap { checked($0, .team, app.source) }.map { ($0, app.source) }
        }
        return agreed(listed, "the team of \(bundle)")
    }

    private mutating func appStoreID(of bundle: String) -> String? {
        let listed = facts.appleApps.filter { $0.value.bundle == bundle }.compactMap { app in
            app.value.appStoreID.flatMap { checked($0, .appStoreID, app.source) }.map { ($0, app.source) }
        }
        let exported = values(of: bundle, facts.export?.appStoreIDs, .appStoreID)
        return agreed(listed + exported, "the App Store ID of \(bundle)")
    }

    private mutating func customScheme(of bundle: String) -> String? {
        agreed(values(of: bundle, facts.export?.customSchemes, .customScheme), "the custom scheme of \(bundle)")
    }

    private mutating func values(
        of bundle: String, _ counts: [ExportSummary.AppleValue: Int]?, _ datum: Datum
    ) -> [(String, String)] {
        let name = facts.exports.joined(separator: ", ")
        let own = (counts ?? [:]).filter { $0.key.bundle == bundle }.map { ($0.key.value, $0.value) }
        return own.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(3).compactMap { value, count in
            checked(value, datum, name).map { ($0, "\(name) (\(counted(count, "link")))") }
        }
    }

    /// The first of some values, with a remark if others differ.
    private mutating func agreed(_ values: [(value: String, source: String)], _ what: String) -> String? {
        guard let first = values.first else { return nil }
        for other in values where other.value != first.value {
            remarks.append(
                "the files disagree on \(what): \(first.source) has \(first.value), \(other.source) has \(other.value); used \(first.value)"
            )
        }
        return first.value
    }
}
