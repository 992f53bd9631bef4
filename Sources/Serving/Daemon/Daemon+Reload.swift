import Access
import HTTP
public import Routing
public import Settings

extension Daemon {
    /// The result of reloading the rules.
    public enum Reload: Sendable {
        /// The rules, with warnings: each line contains problem and place. The settings were loaded with them; `nil` to keep
        /// those in force.
        case loaded(RuleSet, settings: ResolvedSettings? = nil, warnings: [String])
        /// The rules have errors, one line each. The previous ones stay active.
        case refused([String])
        /// There are no other rules to load: the bundle server is unreachable, or its bundle is refused. The active ones
        /// stay, with the current settings and files of this machine.
        case unavailable(String, RuleSet? = nil, settings: ResolvedSettings? = nil)

        /// The next rules; `nil` to keep those in force.
        var ruleSet: RuleSet? {
            switch self {
            case .loaded(let ruleSet, _, _): ruleSet
            case .unavailable(_, let ruleSet, _): ruleSet
            case .refused: nil
            }
        }

        /// The next settings; `nil` to keep those in force.
        var settings: ResolvedSettings? {
            switch self {
            case .loaded(_, let settings, _), .unavailable(_, _, let settings): settings
            case .refused: nil
            }
        }

        /// Why the rules stay as they were; `nil` if they were replaced.
        var refusal: APIError? {
            switch self {
            case .loaded: nil
            case .refused(let lines):
                APIError(.badRequest, "the rules have errors; keeping the old ones", details: lines)
            case .unavailable(let line, _, _):
                APIError(.serviceUnavailable, "there is no newer bundle; keeping the old rules", details: [line])
            }
        }
    }
}
