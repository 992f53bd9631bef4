import ArgumentParser
import SiteSetup

/// An option for each datum of a site that `init` writes.
struct SiteStatementOptions: ParsableArguments {
    @Option(help: "The site's name, which names its file (default: the project's, or the domain's).")
    var name: String?

    @Option(help: "A host of links, with or without a path prefix: links.example.com/go; repeatable.")
    var host: [String] = []

    @Option(help: "A host of links in Firebase's mails (/__/auth/links); repeatable.")
    var hosting: [String] = []

    @Option(help: "A host for pages that open the app (default with an Apple app: open.DOMAIN).")
    var pageHost: String?

    @Option(help: "The web widget: https://PROJECT.firebaseapp.com/__/auth/action; none if another site has it.")
    var handler: String?

    @Option(help: "A host of web pages that links lead to; repeatable.")
    var authorizedDomain: [String] = []

    @Option(help: "The package name of an Android app; repeatable.")
    var android: [String] = []

    @Option(
        help:
            "The SHA-256 fingerprint of the Android app's signing certificate, or PACKAGE=FINGERPRINT for one of several apps; repeatable."
    )
    var sha256: [String] = []

    @Option(help: "The lowest version of the Android apps that opens links.")
    var minimumVersion: String?

    @Option(help: "The bundle ID of an Apple app; repeatable.")
    var ios: [String] = []

    @Option(help: "The Team ID (App ID prefix) of the Apple apps.")
    var team: String?

    @Option(help: "The App Store ID of the Apple app.")
    var appStoreId: String?

    @Option(help: "The custom URL scheme of the Apple app.")
    var customScheme: String?

    @Option(help: "The lowest version of the Apple apps that opens links.")
    var iosMinimumVersion: String?

    @Option(help: "An app for HarmonyOS 5 and later, BUNDLE=APP_ID of AppGallery Connect; repeatable.")
    var harmony: [String] = []

    @Option(help: "Let apps that are installed after a click request its link for this many days, 1 to 90.")
    var deferred: String?

    @Flag(help: "Let pages copy a token for that, which users paste into the Apple app.")
    var copyToken = false

    /// The validated values of the options.
    func statements() throws(SetupFault) -> SiteStatements {
        var statements = SiteStatements()
        for datum in Datum.allCases {
            for value in values(of: datum) { try statements.add(value, for: datum) }
        }
        return statements
    }

    private func values(of datum: Datum) -> [String] {
        switch datum {
        case .name: [name].compactMap { $0 }
        case .host: host
        case .hosting: hosting
        case .handler: [handler].compactMap { $0 }
        case .authorizedDomain: authorizedDomain
        case .pageHost: [pageHost].compactMap { $0 }
        case .package: android
        case .fingerprint: sha256
        case .minimumVersion: [minimumVersion].compactMap { $0 }
        case .bundle: ios
        case .team: [team].compactMap { $0 }
        case .appStoreID: [appStoreId].compactMap { $0 }
        case .customScheme: [customScheme].compactMap { $0 }
        case .iosMinimumVersion: [iosMinimumVersion].compactMap { $0 }
        case .harmony: harmony
        case .deferred: [deferred].compactMap { $0 }
        case .copyToken: copyToken ? ["yes"] : []
        }
    }
}
