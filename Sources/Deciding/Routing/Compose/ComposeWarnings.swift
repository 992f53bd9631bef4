import ByteText
import Expressions
import Links

/// Finds the problems of a composed link.
struct ComposeWarnings {
    private let mail: MailLink
    private let mobile: MobileLink?
    private let site: CompiledSite

    init(_ mail: MailLink, _ mobile: MobileLink?, _ site: CompiledSite) {
        self.mail = mail
        self.mobile = mobile
        self.site = site
    }

    /// All warnings, in the order of their codes.
    func all(in arena: borrowing ByteArena) -> [ComposeWarning] {
        if mail.undoes { return [.settingsNotUsed] }
        let isWebSignIn = mail.action.mode == .signIn && !mail.settings.handleCodeInApp
        let warnings = mobile.map { ofMobileLink($0, in: arena) } ?? ofWebLink()
        return warnings + (isWebSignIn ? [.signInOnTheWeb] : [])
    }

    private func ofMobileLink(_ mobile: MobileLink, in arena: borrowing ByteArena) -> [ComposeWarning] {
        var warnings = ofAndroid(mobile, in: arena) + ofApple(mobile, in: arena)
        if mobile.generation == .hosting {
            if !siteHasSameSettings(in: arena) { warnings.append(.settingsNotCarried) }
            if !mail.settings.handleCodeInApp, mobile.domain == site.handler?.host {
                warnings.append(.sameHostAsWidget)
            }
        }
        return warnings
    }

    private func ofWebLink() -> [ComposeWarning] {
        let namesDomain = mail.settings.linkDomain != nil || mail.settings.dynamicLinkDomain != nil
        return (mail.settings.handleCodeInApp ? [.noAppIDs] : []) + (namesDomain ? [.linkDomainNotUsed] : [])
    }

    private func ofAndroid(_ mobile: MobileLink, in arena: borrowing ByteArena) -> [ComposeWarning] {
        guard let package = mail.settings.androidPackageName else { return [] }
        var warnings: [ComposeWarning] = []
        if site.app(.android, id: arena[package]) == nil { warnings.append(.notInProjectAndroidPackageName) }
        if mobile.generation == .fdl, let minimum = mail.settings.androidMinimumVersion {
            if arena[minimum].decimalValue == nil { warnings.append(.notIntegerAndroidPackageMinVersion) }
            if !VersionOrder.isVersion(arena[minimum]) { warnings.append(.malformedVersion) }
        }
        return warnings
    }

    private func ofApple(_ mobile: MobileLink, in arena: borrowing ByteArena) -> [ComposeWarning] {
        guard let bundle = mail.settings.iOSBundleID else { return [] }
        let app = site.app(.ios, id: arena[bundle])
        var warnings: [ComposeWarning] = app == nil ? [.notInProjectIOSBundleID] : []
        guard mobile.generation == .fdl, let store = mail.settings.iOSAppStoreID, !store.isEmpty else {
            return warnings
        }
        if arena[store].decimalValue == nil {
            warnings.append(.notNumericIOSAppStoreID)
        } else if let known = app.flatMap({ site.apps[$0].definition.appStoreID }), arena[store].equals(utf8Of: known) {
            return warnings
        } else {
            warnings.append(.notMatchingIOSBundleIDAndStoreID)
        }
        return warnings
    }

    /// Whether the site's file specifies the same for a Hosting link as the settings.
    private func siteHasSameSettings(in arena: borrowing ByteArena) -> Bool {
        let settings = mail.settings
        let android = site.firstApp(.android).map { site.apps[$0].definition }
        let apple = site.firstApp(.ios).map { site.apps[$0].definition }
        guard equal(settings.androidPackageName, android?.id, in: arena),
            equal(settings.iOSBundleID, apple?.id, in: arena)
        else { return false }
        let asks = settings.androidInstallApp || settings.androidMinimumVersion != nil
        guard site.options.enforceStoreSemantics else { return !asks && settings.iOSAppStoreID == nil }
        return settings.androidInstallApp == (android?.install ?? false)
            && equal(settings.androidMinimumVersion, android?.minimumVersion, in: arena)
    }

    private func equal(_ range: TextRange?, _ text: String?, in arena: borrowing ByteArena) -> Bool {
        guard let range, let text else { return range == nil && text == nil }
        return arena[range].equals(utf8Of: text)
    }
}
