/// How a rule decides, in the form that clicks are decided with.
///
/// What a case needs is an object, so that a click which takes it counts one reference and copies no texts.
enum CompiledOutcome: Sendable {
    case appOpen(AppOpening)
    case storeInstall(Installation)
    case webWidget
    case continueRedirect(to: Template?)
    case error(status: Int)

    /// Nil for an action that does not decide.
    init?(_ action: ActionDefinition) {
        switch action.outcome {
        case .appOpen(let app, let url, let minimum, let fallback):
            self = .appOpen(AppOpening(app: app, url: url, minimum: minimum, fallback: fallback))
        case .storeInstall(let app, let minimum, let referrer):
            self = .storeInstall(Installation(app: app, minimum: minimum, referrer: referrer))
        case .webWidget: self = .webWidget
        case .continueRedirect(let to): self = .continueRedirect(to: to)
        case .error(_, let status, _): self = .error(status: status)
        case nil: return nil
        }
    }
}

/// What happens when an attempted app open does not succeed.
enum CompiledFallback: Sendable {
    case storeInstall(Installation)
    case webWidget
    case continueRedirect(to: Template?)
}

/// What a rule says of opening an app.
final class AppOpening: Sendable {
    /// The app that the rule names; nil for the link's.
    let app: String?
    /// What the app is to open; nil for what the web would get.
    let url: Template?
    /// The lowest version that the rule asks for; nil for the app's.
    let minimum: String?
    /// Where the app has not opened. A store is the app's, and asks for the same version of it, unless the fallback says
    /// otherwise.
    let fallback: CompiledFallback?
    /// Where there is no app to open.
    let fallbackWithoutApp: CompiledFallback?

    init(app: String?, url: Template?, minimum: String?, fallback: ActionDefinition.Fallback?) {
        (self.app, self.url, self.minimum) = (app, url, minimum)
        fallbackWithoutApp = fallback.map { CompiledFallback($0, app: nil, minimum: nil) }
        self.fallback = fallback.map { CompiledFallback($0, app: app, minimum: minimum) }
    }
}

extension CompiledFallback {
    /// - Parameters:
    ///   - app: The app that was to open.
    ///   - minimum: The lowest version that was asked for of it.
    fileprivate init(_ fallback: ActionDefinition.Fallback, app: String?, minimum: String?) {
        switch fallback {
        case .storeInstall(let other, let least, let referrer):
            let isSameApp = other == nil || other == app
            self = .storeInstall(
                Installation(app: other ?? app, minimum: least ?? (isSameApp ? minimum : nil), referrer: referrer))
        case .webWidget: self = .webWidget
        case .continueRedirect(let to): self = .continueRedirect(to: to)
        }
    }
}

/// What a rule says of installing an app.
final class Installation: Sendable {
    /// The app that the rule names; nil for the link's.
    let app: String?
    /// The lowest version that the rule asks for; nil for the app's.
    let minimum: String?
    let referrer: Template?

    init(app: String?, minimum: String?, referrer: Template?) {
        (self.app, self.minimum, self.referrer) = (app, minimum, referrer)
    }
}
