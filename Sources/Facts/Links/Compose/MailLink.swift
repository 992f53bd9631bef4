public import ByteText
public import WebAddress

/// The link for a mail, composed from its settings and the action link. Does not check the ownership of domains.
///
///     code handled in the app    mobile link around the action link
///     code handled on the web    action link, its continueUrl a mobile link around the settings' url
///
/// If the settings contain no app ID, neither has a mobile link. Undo mails (`recoverEmail`, `revertSecondFactorAddition`)
/// ignore the settings.
public struct MailLink: Sendable {
    /// The settings specified by the mail's sender, including a `url`.
    public let settings: ActionCodeSettings
    /// The action; must be complete.
    public let action: ActionLink
    /// The address of the original action link.
    public let address: WebAddress

    /// The settings must have been validated, so that they contain a `url`.
    public init(_ settings: ActionCodeSettings, _ action: ActionLink, at address: WebAddress) {
        self.settings = settings
        self.action = action
        self.address = address
    }

    /// Whether the settings specify an app.
    public var namesApp: Bool { settings.androidPackageName != nil || settings.iOSBundleID != nil }

    /// Whether the mail offers to undo a change, which happens on the web.
    public var undoes: Bool { action.mode == .recoverEmail || action.mode == .revertSecondFactorAddition }

    /// Whether the link contains a mobile link.
    public var hasMobileLink: Bool { namesApp && !undoes }

    /// Appends the link.
    ///
    /// - Parameter mobile: The frame; required if ``hasMobileLink``, otherwise ignored.
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
