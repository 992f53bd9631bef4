import Routing

/// A question for missing data: short, with an example, and a default if there is one.
public struct SetupQuestion: Sendable, Equatable {
    /// The datum in question.
    public var datum: Datum
    /// The question.
    public var text: String
    /// An example of an answer.
    public var example: String
    /// The value of an empty answer, or `nil` if there is no default.
    public var preset: String?
    /// Whether an empty answer omits the datum.
    public var isOptional: Bool
    /// Why a site needs it, for a message that requires the option.
    public var reason: String
    /// A value of the option, if it differs from ``example``.
    public var sample: String? = nil
    /// The Android app in question, if the site has several.
    public var app: String? = nil
}

extension SiteDraft {
    /// The data that the site requires, and data whose absence `check` would warn about. Empty for a complete site.
    ///
    /// - Parameter isIncomplete: Whether missing data about apps is acceptable.
    public func missing(allowingIncomplete isIncomplete: Bool = false) -> [SetupQuestion] {
        required + choices + (isIncomplete ? [] : ofApps)
    }

    /// The questions for a user, in this order: required data, optional data, and proposals.
    public var questions: [SetupQuestion] {
        let all = required + choices + optionalApps + ofApps + proposals
        return all.filter { question in
            if let app = question.app { return !statements.declinedApps.contains(app) }
            return statements[question.datum] == nil && !statements.declined.contains(question.datum)
        }
    }

    /// Which apps the links open, if files list several: each would claim every link.
    private var choices: [SetupQuestion] {
        [(AppDefinition.Store.android, Datum.package, "Android"), (.ios, .bundle, "Apple")].compactMap {
            store, datum, kind in
            let ids = unchosen(store)
            guard let first = ids.first else { return nil }
            let names = ids.joined(separator: ", ")
            return SetupQuestion(
                datum: datum, text: "\(kind) app that opens the links, of \(names)",
                example: "comma-separated; apps with links of their own need a site each",
                preset: first,
                isOptional: false,
                reason:
                    "the \(kind) app that opens the links, of \(names); repeat the option, and create a site for each app with links of its own",
                sample: first)
        }
    }

    private var required: [SetupQuestion] {
        var questions: [SetupQuestion] = []
        if site.hosts.isEmpty, site.hosting.isEmpty {
            questions.append(
                SetupQuestion(
                    datum: .host, text: "Host of your links", example: "links.example.com", isOptional: false,
                    reason: "the domain of your links"))
        }
        if site.authorizedDomains.isEmpty, webPage == nil {
            questions.append(
                SetupQuestion(
                    datum: .authorizedDomain, text: "Host of the web pages that links lead to",
                    example: "www.example.com", isOptional: false,
                    reason: "the host of the web pages that links lead to"))
        }
        if !site.hosting.isEmpty, site.handler == nil {
            questions.append(
                SetupQuestion(
                    datum: .handler, text: "Address of the web widget for mail links",
                    example: "https://PROJECT.firebaseapp.com/__/auth/action", isOptional: false,
                    reason: "the web widget that --hosting links lead to"))
        }
        return questions
    }

    private var optionalApps: [SetupQuestion] {
        var questions: [SetupQuestion] = []
        if site.handler != nil, site.hosting.isEmpty {
            questions.append(
                SetupQuestion(
                    datum: .hosting, text: "Host of links in Firebase's mails", example: "auth.example.com",
                    isOptional: true, reason: ""))
        }
        for (store, datum) in [(AppDefinition.Store.android, Datum.package), (.ios, .bundle)]
        where !site.apps.contains(where: { $0.store == store }) {
            questions.append(
                SetupQuestion(
                    datum: datum, text: store == .android ? "Package of the Android app" : "Bundle ID of the Apple app",
                    example: store == .android ? "com.example.android" : "com.example.ios", isOptional: true, reason: ""
                ))
        }
        return questions
    }

    private var ofApps: [SetupQuestion] {
        var questions: [SetupQuestion] = []
        let androidApps = unchosen(.android).isEmpty ? site.apps.filter { $0.store == .android } : []
        for app in androidApps where app.fingerprints.isEmpty {
            let isOneOfSeveral = androidApps.count > 1
            questions.append(
                SetupQuestion(
                    datum: .fingerprint, text: "SHA-256 fingerprint of \(app.id)'s signing certificate",
                    example: "14:6D:E9:…:44:E5; Play Console, App integrity", isOptional: true,
                    reason: "Android opens links in \(app.id) only with it; or --from CERTIFICATE or KEYSTORE",
                    sample: isOneOfSeveral ? "\(app.id)=14:6D:E9:…:44:E5" : nil,
                    app: isOneOfSeveral ? app.id : nil))
        }
        if let app = site.apps.first(where: { $0.store == .ios }), app.team == nil {
            questions.append(
                SetupQuestion(
                    datum: .team, text: "Team ID of \(app.id)", example: "ABCDE12345; developer.apple.com, Membership",
                    isOptional: true, reason: "Apple's systems open links in \(app.id) only with it"))
        }
        return questions
    }

    private var ofDeferredLinks: [SetupQuestion] {
        guard !site.apps.isEmpty else { return [] }
        var questions = [
            SetupQuestion(
                datum: .deferred, text: "Days for which an app that is installed after a click can request the link",
                example: "\(DeferredLinksDefinition.usualDays)", isOptional: true, reason: "")
        ]
        if site.deferred != nil, site.apps.contains(where: { $0.store == .ios && $0.appStoreID != nil }) {
            questions.append(
                SetupQuestion(
                    datum: .copyToken, text: "Pages copy a token, which users paste into the Apple app",
                    example: "yes or no", preset: "no", isOptional: false, reason: ""))
        }
        return questions
    }

    private var proposals: [SetupQuestion] {
        var questions: [SetupQuestion] = []
        if let app = site.apps.first(where: { $0.store == .ios }) {
            if app.appStoreID == nil {
                questions.append(
                    SetupQuestion(
                        datum: .appStoreID, text: "App Store ID of \(app.id)", example: "1234567", isOptional: true,
                        reason: ""))
            }
        }
        questions += ofDeferredLinks
        if site.apps.contains(where: { $0.store == .ios }) {
            if let proposed = site.pageHost {
                questions.append(
                    SetupQuestion(
                        datum: .pageHost, text: "Host of pages that open the app",
                        example: "another host than the links'",
                        preset: proposed, isOptional: false, reason: ""))
            }
        }
        questions.append(
            SetupQuestion(
                datum: .name, text: "Name of the site", example: "names the file sites/NAME.yaml", preset: site.name,
                isOptional: false, reason: ""))
        return questions
    }
}
