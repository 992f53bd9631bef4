import ArgumentParser
import Links

/// The options of `link create` for a link whose long link it composes.
struct LinkDescriptionOptions: ParsableArguments {
    @Option(help: "The address that the link leads to, as an option.")
    var payload: String?

    @Option(help: "The package name of the Android app (default: the first that the site has).")
    var android: String?

    @Option(help: "The bundle ID of the iOS app (default: the first that the site has).")
    var ios: String?

    @Flag(help: "Do not add the site's default apps.")
    var noApps = false

    @Option(help: "The target for Android devices without the app, instead of Google Play.")
    var androidFallback: String?

    @Option(help: "The target for iPhones without the app, instead of the App Store.")
    var iosFallback: String?

    @Option(help: "The target for iPads without the app.")
    var ipadFallback: String?

    @Option(help: "The target for desktop browsers, instead of the payload.")
    var desktopFallback: String?

    @Option(help: "The lowest version code of the Android app that opens the link.")
    var androidMinimumVersion: String?

    @Option(help: "The lowest version of the iOS app that opens the link.")
    var iosMinimumVersion: String?

    @Option(help: "The title of the preview in messages and posts.")
    var title: String?

    @Option(help: "The description of the preview.")
    var description: String?

    @Option(help: "The address of the preview's image.")
    var image: String?

    @Option(help: "The campaign's source.")
    var utmSource: String?

    @Option(help: "The campaign's medium.")
    var utmMedium: String?

    @Option(help: "The campaign's name.")
    var utmCampaign: String?

    @Option(help: "The campaign's term.")
    var utmTerm: String?

    @Option(help: "The campaign's content.")
    var utmContent: String?

    @Flag(help: "On iOS, open the app without an intermediate page (efr=1).")
    var skipPreview = false

    /// The first option that describes a composed link, or `nil` if there is none.
    var firstOption: String? { payload != nil ? "--payload" : statedValues.first?.option ?? otherOption }

    /// Whether the options specify only that the link opens no app.
    var isPlain: Bool { statedValues.isEmpty && android == nil && ios == nil && !skipPreview }

    private var statedValues: [(option: String, parameter: LinkParameter, value: String?)] {
        values.filter { $0.value != nil }
    }

    /// The description of a link to an address, or to --payload, or `nil` if there is neither.
    func described(_ target: String? = nil) throws -> LinkDescription? {
        let stated = statedValues
        guard let payload = payload ?? target else { return nil }
        var result = LinkDescription()
        result.payload = payload
        result.android = android.map(LinkDescription.App.named) ?? (noApps ? .none : .ofSite)
        result.ios = ios.map(LinkDescription.App.named) ?? (noApps ? .none : .ofSite)
        for (_, parameter, value) in stated { result.values[parameter] = value }
        if skipPreview { result.values[.efr] = "1" }
        return result
    }

    private var values: [(option: String, parameter: LinkParameter, value: String?)] {
        [
            ("--android-fallback", .afl, androidFallback), ("--ios-fallback", .ifl, iosFallback),
            ("--ipad-fallback", .ipfl, ipadFallback), ("--desktop-fallback", .ofl, desktopFallback),
            ("--android-minimum-version", .amv, androidMinimumVersion),
            ("--ios-minimum-version", .imv, iosMinimumVersion), ("--title", .st, title),
            ("--description", .sd, description), ("--image", .si, image), ("--utm-source", .utmSource, utmSource),
            ("--utm-medium", .utmMedium, utmMedium), ("--utm-campaign", .utmCampaign, utmCampaign),
            ("--utm-term", .utmTerm, utmTerm), ("--utm-content", .utmContent, utmContent),
        ]
    }

    /// An option that does not correspond to a single link parameter.
    private var otherOption: String? {
        android != nil
            ? "--android" : ios != nil ? "--ios" : noApps ? "--no-apps" : skipPreview ? "--skip-preview" : nil
    }
}
