import ByteText
import Routing

/// A list of expected changes, one per line. The first entry that matches a change applies.
///
/// ```
/// # before -> now, then what it is about
/// app_open -> web_widget  rule=sites/example/wechat-stays-on-the-web
/// any -> any  site=shop link=shop.page.link/spring*
/// store_install -> continue_redirect  was=firebase/* at-most=2%
/// ```
///
/// `rule` is the rule that decides now and `was` the one that decided before, `link` the link as shown in reports. Each
/// may end in `*`. `at-most` is a number of clicks, or a share of all compared clicks.
public struct AllowedChanges: Sendable, Equatable {
    /// The maximum number of clicks that an entry expects.
    enum Limit: Sendable, Equatable {
        case clicks(Int)
        case share(Double)
    }

    struct Entry: Sendable, Equatable {
        /// The line number, from 1.
        var line: Int
        /// The text of the entry.
        var text: String
        /// `nil` for any decision.
        var before: DecisionKind?
        var now: DecisionKind?
        var rule: NamePattern?
        var was: NamePattern?
        var site: NamePattern?
        var link: NamePattern?
        var limit: Limit?
    }

    /// A changed click, for finding the entry that expects it.
    struct Change {
        var before: DecisionKind
        var now: DecisionKind
        var ruleBefore: String?
        var ruleNow: String?
        var site: String?
    }

    private(set) var entries: [Entry] = []

    /// No change is expected.
    public init() {}

    init(entries: [Entry]) {
        self.entries = entries
    }

    /// The first entry that matches a change.
    func entry(for change: Change, link: Span<UInt8>) -> Int? {
        for index in entries.indices where entries[index].fits(change, link) { return index }
        return nil
    }
}

extension AllowedChanges.Entry {
    fileprivate func fits(_ change: AllowedChanges.Change, _ link: Span<UInt8>) -> Bool {
        if let before, before != change.before { return false }
        if let now, now != change.now { return false }
        return Self.fits(rule, change.ruleNow) && Self.fits(was, change.ruleBefore) && Self.fits(site, change.site)
            && (self.link?.matches(link) ?? true)
    }

    private static func fits(_ pattern: NamePattern?, _ name: String?) -> Bool {
        guard let pattern else { return true }
        guard let name else { return false }
        return pattern.matches(name.utf8.span)
    }
}

/// A name or, with `*` at its end, all names with that prefix.
struct NamePattern: Sendable, Equatable {
    private let bytes: [UInt8]
    private let isPrefix: Bool

    init(_ text: some StringProtocol) {
        isPrefix = text.hasSuffix("*")
        bytes = Array(text.utf8.prefix(text.utf8.count - (isPrefix ? 1 : 0)))
    }

    func matches(_ name: Span<UInt8>) -> Bool {
        guard isPrefix ? name.count >= bytes.count : name.count == bytes.count else { return false }
        return name.extracting(0..<bytes.count).equals(bytes.span)
    }
}
