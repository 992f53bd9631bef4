/// The compiled outcome of a rule.
///
/// Parameters are in objects, so that a click that uses a case retains one object and copies no texts.
enum CompiledOutcome: Sendable {
    case appOpen(AppOpening)
    case storeInstall(Installation)
    case webWidget
    case continueRedirect(to: Template?)
    case error(status: Int)

    /// `nil` for an action that does not decide.
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

/// The alternative if an attempted app open fails.
enum CompiledFallback: Sendable {
    case storeInstall(Installation)
    case webWidget
    case continueRedirect(to: Template?)
}

/// The parameters of a rule that opens an app.
final class AppOpening: Sendable {
    /// The app that the rule names; `nil` for the link's.
    let app: String?
    /// The address that the app should open; `nil` for the address that the web would get.
    let url: Template?
    /// The lowest version set by the rule; `nil` for the app's.
    let minimum: String?
    /// The alternative if the app does not open. A store fallback uses the same app and minimum version unless it
    /// specifies its own.
    let fallback: CompiledFallback?
    /// The alternative if there is no app to open.
    let fallbackWithoutApp: CompiledFallback?

    init(app: String?, url: Template?, minimum: String?, fallback: ActionDefinition.Fallback?) {
        (self.app, self.url, self.minimum) = (app, url, minimum)
        fallbackWithoutApp = fallback.map { CompiledFallback($0, app: nil, minimum: nil) }
        self.fallback = fallback.map { CompiledFallback($0, app: app, minimum: minimum) }
    }
}

extension CompiledFallback {
    /// - Parameters:
    ///   - app: The app to open.
    ///   - minimum: The lowest version required of it.
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

/// The parameters of a rule that installs an app.
final class Installation: Sendable {
    /// The app that the rule names; `nil` for the link's.
    let app: String?
    /// The lowest version set by the rule; `nil` for the app's.
    let minimum: String?
    let referrer: Template?

    init(app: String?, minimum: String?, referrer: Template?) {
        (self.app, self.minimum, self.referrer) = (app, minimum, referrer)
    }
}
