public import ByteText
public import WebAddress

/// The link that goes into a mail, made of its settings and the action link. Whose domains these are is not checked here.
///
///     code handled in the app    mobile link around the action link
///     code handled on the web    action link, its continueUrl a mobile link around the settings' url
///
/// Without an ID of an app there is no mobile link in either, and undoing (`recoverEmail`, `revertSecondFactorAddition`)
/// knows no settings.
public struct MailLink: Sendable {
    /// The settings that the mail's sender stated; their `url` is there.
    public let settings: ActionCodeSettings
    /// What is to be done; complete.
    public let action: ActionLink
    /// The action link as it came.
    public let address: WebAddress

    /// The settings have been validated, so they have a `url`.
    public init(_ settings: ActionCodeSettings, _ action: ActionLink, at address: WebAddress) {
        self.settings = settings
        self.action = action
        self.address = address
    }

    /// Whether the settings name an app.
    public var namesApp: Bool { settings.androidPackageName != nil || settings.iOSBundleID != nil }

    /// Whether the mail undoes something, which is done on the web.
    public var undoes: Bool { action.mode == .recoverEmail || action.mode == .revertSecondFactorAddition }

    /// Whether the link holds a mobile link.
    public var hasMobileLink: Bool { namesApp && !undoes }

    /// Appends the link.
    ///
    /// - Parameter mobile: Made where ``hasMobileLink`` says so; not read otherwise.
    public func compose(on mobile: MobileLink?, in arena: inout ByteArena) -> TextRange {
        if undoes { return action.compose(at: address, continuing: action.continueURL, style: .web, in: &arena) }
        let wrapping = hasMobileLink ? mobile : nil
        if settings.handleCodeInApp {
            let payload = action.compose(at: address, continuing: settings.url, style: .inApp, in: &arena)
            return wrapping?.wrap(payload, for: settings, in: &arena) ?? payload
        }
        let url = settings.url.map { wrapping?.wrap($0, for: settings, in: &arena) ?? $0 }
        return action.compose(at: address, continuing: url, style: .web, in: &arena)
    }
}
