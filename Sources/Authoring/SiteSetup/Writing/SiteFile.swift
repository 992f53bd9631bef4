import ByteText
import Links
import PageDesign
import Routing

/// The file of a site, with comments for its author.
struct SiteFile {
    private let draft: SiteDraft
    private var lines: [String] = []

    /// The whole text.
    static func text(_ draft: SiteDraft) -> String {
        var file = SiteFile(draft: draft)
        file.write()
        return file.lines.joined(separator: "\n") + "\n"
    }

    private init(draft: SiteDraft) { self.draft = draft }

    private var site: SiteDefinition { draft.site }

    private mutating func write() {
        lines = [
            "# yaml-language-server: $schema=../schema/site.schema.json",
            "# Created by `fingerpost init` for editing. `fingerpost check` finds mistakes, `fingerpost test` runs the cases.",
            "site: \(YAMLText.scalar(site.name))",
        ]
        writeHosts()
        writeMail()
        writePageHost()
        writeAddresses()
        writeApps()
        writeOptions()
        writeDeferred()
        add(
            "Rules of this site are tried before the shipped ones; the first match wins. For example:",
            [
                "# rules:", "#   - name: help-stays-on-the-web",
                "#     when: link.payload.startsWith(\"https://www.example.com/help\")",
                "#     then: continue_redirect", "#     because: The app has no help pages.",
            ])
    }

    private mutating func add(_ comment: String, _ more: [String]) {
        lines += ["", YAMLText.comment(comment)] + more
    }

    private mutating func origin(_ part: SiteDraft.Part, indent: String = "") {
        if let origin = draft.origins[part] { lines.append(YAMLText.comment("From \(origin).", indent: indent)) }
    }

    private mutating func writeHosts() {
        if site.hosts.isEmpty {
            return add(
                "Link domains, for short links and Dynamic Links; point their DNS here.",
                ["# hosts: [links.example.com]"])
        }
        add("Link domains; point their DNS here. A path prefix is allowed: links.example.com/go", [])
        origin(.hosts)
        lines += YAMLText.list("hosts", site.hosts.map(YAMLText.scalar))
    }

    private mutating func writeMail() {
        if site.hosting.isEmpty {
            add("Hosts of links in Firebase's mails (https://HOST/__/auth/links), and the web widget behind them.", [])
            lines.append("# hosting: [auth.example.com]")
        } else {
            add("Hosts of links in Firebase's mails (https://HOST/__/auth/links), and the web widget behind them.", [])
            lines += YAMLText.list("hosting", site.hosting.map(YAMLText.scalar))
        }
        guard let handler = site.handler else {
            lines.append("# handler: https://PROJECT.firebaseapp.com/__/auth/action")
            return
        }
        origin(.handler)
        lines.append("handler: \(YAMLText.scalar(handler))")
        if let generation = site.mobileLinks {
            lines.append("# The links that `fingerpost compose` creates: fdl or hosting.")
            lines.append("mobile_links: \(generation.name)")
        }
    }

    private mutating func writePageHost() {
        add(
            "The host of pages with app buttons. Apple's systems open no app from a page on the link's own host.",
            [])
        if let origin = draft.origins[.pageHost] { lines.append(YAMLText.comment("It was \(origin).")) }
        lines.append(site.pageHost.map { "page_host: \(YAMLText.scalar($0))" } ?? "# page_host: open.example.com")
    }

    private mutating func writeAddresses() {
        writeTargets()
        add("Targets of the bare link domain and of codes that do not exist, instead of an error page.", [])
        let page = site.authorizedDomains.first { !$0.hasPrefix("*") } ?? "www.example.com"
        lines += ["# root: https://\(page)/", "# not_found: https://\(page)/"]
    }

    private mutating func writeTargets() {
        add(
            "Domains of continue URLs after a web action. \"*.example.com\" opts in to subdomains.",
            YAMLText.list("authorized_domains", site.authorizedDomains.map(YAMLText.scalar)))
        add("Allowed targets of links: at most ten RE2 patterns. Default: https on the authorized domains.", [])
        guard case .patterns(let patterns) = site.urlPolicy else {
            lines.append(#"# url_patterns: ["^https://www\\.example\\.com/"]"#)
            return
        }
        if let origin = draft.origins[.urlPatterns] {
            lines.append(YAMLText.comment("The hosts that links of \(origin) lead to."))
        }
        lines.append("url_patterns:")
        lines += patterns.map { "  - \(YAMLText.quoted($0))" }
    }

    private mutating func writeApps() {
        if site.apps.isEmpty {
            return add(
                "Apps that links open, also for the association files.",
                [
                    "# apps:", "#   - android: {package: com.example.android, sha256: [\"14:6D:…\"]}",
                    "#   - ios: {bundle: com.example.ios, team: ABCDE12345, app_store_id: \"1234567\"}",
                ])
        }
        add("Apps that links open, also for the association files.", ["apps:"])
        for app in site.apps {
            origin(.app(app.store, app.id), indent: "  ")
            switch app.store {
            case .android: writeAndroid(app)
            case .ios: writeApple(app)
            case .harmony: writeHarmony(app)
            }
        }
    }

    private mutating func writeAndroid(_ app: AppDefinition) {
        lines += ["  - android:", "      package: \(YAMLText.scalar(app.id))"]
        if let minimum = app.minimumVersion {
            lines += [
                "      # For links without one. Older apps are sent to the store.",
                "      minimum_version: \(YAMLText.quoted(minimum))",
            ]
        }
        if app.fingerprints.isEmpty {
            lines.append(
                "      # Without the SHA-256 fingerprint of its signing certificate, Android opens links in the browser."
            )
            lines.append("      # sha256: [\"14:6D:…\"]   # Play Console, App integrity")
        } else {
            lines.append(
                "      # The signing certificate's SHA-256 fingerprint. With Play App Signing it is Google's, from the Play Console."
            )
            lines.append("      sha256:")
            lines += app.fingerprints.map { "        - \(YAMLText.quoted($0))" }
        }
    }

    private mutating func writeApple(_ app: AppDefinition) {
        lines += ["  - ios:", "      bundle: \(YAMLText.scalar(app.id))"]
        if let team = app.team {
            lines += ["      # The App ID prefix.", "      team: \(YAMLText.scalar(team))"]
        } else {
            lines.append("      # Without the App ID prefix, Apple's systems open links in the browser.")
            lines.append("      # team: ABCDE12345   # developer.apple.com, Membership")
        }
        if let id = app.appStoreID { lines.append("      app_store_id: \(YAMLText.quoted(id))") }
        if let scheme = app.customScheme { lines.append("      custom_scheme: \(YAMLText.scalar(scheme))") }
        if let minimum = app.minimumVersion { lines.append("      minimum_version: \(YAMLText.quoted(minimum))") }
    }

    private mutating func writeHarmony(_ app: AppDefinition) {
        lines += ["  - harmony:", "      bundle: \(YAMLText.scalar(app.id))"]
        lines += ["      # The app's ID in AppGallery Connect."]
        lines += app.appGalleryConnectID.map { ["      app_id: \(YAMLText.quoted($0))"] } ?? []
    }

    private mutating func writeOptions() {
        guard site.options.androidFallbackPage else { return }
        add(
            "Typed links do not open an Android app: users get a page that offers the app and the store.",
            ["options: {android_fallback_page: true}"])
    }

    private mutating func writeDeferred() {
        add(
            "Apps that are installed after a click get its link from POST /v1/resolve, within this time.",
            [site.deferred.map { "deferred: {days: \($0.days)}" } ?? "# deferred: {days: 7}"])
        add(
            "A tap on the link to the App Store copies a token for it, which the user pastes into the Apple app.",
            [site.pages?.copiesToken ?? false ? "pages: {copy_token: true}" : "# pages: {copy_token: true}"])
    }
}
