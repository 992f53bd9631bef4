import ByteText
import Links
import Phones
import Routing

/// Creates phones with the link's app installed and configured as the documentation tells developers to.
struct PhoneMaker {
    let link: LinkFacts
    let web: FrontWeb
    /// The installed version of the app; `nil` to derive it from the condition.
    let installed: String?

    /// Creates a phone for a situation and an app condition, with the association files that the front serves.
    func phone(_ situation: Situation, _ condition: AppCondition) -> Phone {
        equip(Phone(situation.system, situation.surface, stores: situation.stores), situation.platform, condition)
    }

    /// Installs the link's app on a phone, in a condition.
    func equip(_ phone: Phone, _ platform: DocumentedPlatform, _ condition: AppCondition) -> Phone {
        var phone = phone
        guard let app = link.app(on: platform), condition != .absent else { return phone }
        switch app.store {
        case .android: install(app, condition, on: &phone)
        case .ios: install(apple: app, condition, on: &phone)
        case .harmony: install(harmony: app, condition, on: &phone)
        }
        return phone
    }

    // MARK: - Android

    private func install(_ app: AppDefinition, _ condition: AppCondition, on phone: inout Phone) {
        let filters = condition == .undeclared ? [.web("undeclared.invalid")] : filters(of: app)
        phone.androidApps = [
            AndroidApp(app.id, version: version(app, condition), filters: filters, verifiedHosts: [])
        ]
        guard condition == .current || condition == .outdated else { return }
        // The app's signing certificate: any fingerprint that the site lists.
        let fingerprints = app.fingerprints.first.map { [app.id: $0] } ?? [:]
        phone.fetchAssociations(of: filters.compactMap(\.host), fingerprints: fingerprints, from: web)
    }

    /// The filters that the site's declaration requires, plus the payload's hosts if the app receives the payload.
    private func filters(of app: AppDefinition) -> [IntentFilter] {
        var filters = declaration(of: app)?.filters.map { IntentFilter.web($0.host, pathPrefix: $0.pathPrefix) } ?? []
        guard app.receives != .link else { return filters }
        for host in Set([link.payload, link[.al]].compactMap { $0.map { AddressParts($0).host ?? "" } }).sorted() {
            let isThere = filters.contains { $0.host == host && $0.pathPrefix == nil }
            if !isThere { filters.append(.web(host)) }
        }
        return filters
    }

    private func declaration(of app: AppDefinition) -> AppDeclaration? {
        link.site.declarations.first { $0.app == app }
    }

    // MARK: - Apple

    private func install(apple app: AppDefinition, _ condition: AppCondition, on phone: inout Phone) {
        let domains = declaration(of: app)?.associatedDomains ?? []
        let hosts = domains.filter { $0.hasPrefix("applinks:") }.map { String($0.dropFirst("applinks:".count)) }
        let scheme = (app.customScheme ?? app.id).lowercased()
        phone.appleApps = [
            AppleApp(
                app.id, team: app.team ?? "", version: version(app, condition), domains: hosts, schemes: [scheme])
        ]
        if condition != .unverified { phone.fetchAssociations(of: hosts, from: web) }
    }

    // MARK: - HarmonyOS

    private func install(harmony app: AppDefinition, _ condition: AppCondition, on phone: inout Phone) {
        let links = declaration(of: app)?.filters.map { IntentFilter.web($0.host, pathPrefix: $0.pathPrefix) } ?? []
        phone.harmonyApps = [
            HarmonyApp(
                app.id, appID: app.appGalleryConnectID ?? "", version: version(app, condition), links: links)
        ]
        phone.fetchAssociations(of: links.compactMap(\.host), from: web)
    }

    private func version(_ app: AppDefinition, _ condition: AppCondition) -> String {
        if let installed { return installed }
        let minimum = link.minimum(of: app)
        return condition == .outdated ? "0" : minimum ?? "1"
    }
}
