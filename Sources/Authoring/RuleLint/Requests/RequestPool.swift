import ByteText
import Expressions
import Routing

/// A large variety of requests for a site: every shape of link from every platform and app state, with the other facts
/// drawn from the values that conditions test. Equal rules produce equal requests.
struct RequestPool {
    let drafts: [RequestDraft]

    /// - Parameters:
    ///   - settings: ActionCodeSettings with the site's apps, which some requests have.
    ///   - limit: The maximum number of requests.
    init(_ shapes: [RequestDraft], _ words: NamedValues, settings: RequestDraft.Settings, limit: Int) {
        var drafts: [RequestDraft] = []
        var turn = Turn()
        let visitors = Self.visitors
        // With many links, each gets a share of the visitors in rotation, so that every link is combined with some of
        // each kind.
        let share = max(1, min(visitors.count, limit / max(1, shapes.count)))
        for (index, shape) in shapes.enumerated() where drafts.count < limit {
            for number in 0..<share {
                let visitor = visitors[(index + number * visitors.count / share) % visitors.count]
                var draft = Self.draft(shape, visitor, words, &turn)
                draft.settings = turn.settings(settings)
                drafts.append(draft)
            }
        }
        self.drafts = drafts
    }

    private struct Visitor {
        var platform: String
        var state: String?
        var inApp: String?
        var botKind: String?
    }

    private static let visitors: [Visitor] = {
        var visitors: [Visitor] = []
        for platform in FactName.devicePlatform.words {
            let isMobile = AppDefinition.Store.allCases.contains { $0.platforms.contains(platform) }
            for state in isMobile ? [nil, "current", "outdated", "absent"] : [nil] {
                visitors.append(Visitor(platform: platform, state: state))
                if isMobile { visitors.append(Visitor(platform: platform, state: state, inApp: "wechat")) }
            }
        }
        visitors += FactName.deviceBotKind.words.filter { $0 != "none" }.map { Visitor(platform: "other", botKind: $0) }
        return visitors
    }()

    private static func draft(
        _ shape: RequestDraft, _ visitor: Visitor, _ words: NamedValues, _ turn: inout Turn
    ) -> RequestDraft {
        var draft = shape
        draft.platform = visitor.platform
        draft.botKind = visitor.botKind
        draft.inApp = visitor.inApp ?? turn.pick(words.inApps)
        if let state = visitor.state { draft.app = RequestDraft.App(state: state, version: turn.pick(words.versions)) }
        draft.formFactor = turn.pick(words.formFactors)
        draft.osVersion = turn.pick(words.osVersions)
        draft.store = turn.pick(words.stores)
        draft.browser = turn.pick(words.browsers)
        draft.browserVersion = turn.pick(words.browserVersions)
        draft.country = turn.pick(words.countries)
        if !words.regions.isEmpty { draft.region = turn.pick(words.regions) }
        if !words.cities.isEmpty { draft.city = turn.pick(words.cities) }
        draft.ip = turn.pick(words.addresses)
        draft.time = turn.pick(words.times)
        for header in turn.some(of: words.headers, atMost: 16) {
            if let value = turn.pick(header.values) { draft.setHeader(header.name, value) }
        }
        return draft
    }

    /// Draws from a fixed generator (Knuth's MMIX), so that combinations vary but are reproducible. Findings contain
    /// the drawn requests, so another generator would change them.
    private struct Turn {
        private var state = UInt64.splitMixStep

        mutating func pick(_ values: [String?]) -> String? {
            values.count > 1 ? values[next(below: values.count)] : values.first ?? nil
        }

        /// All elements or, if there are many, a consecutive run of them.
        mutating func some<Element>(of all: [Element], atMost limit: Int) -> ArraySlice<Element> {
            guard all.count > limit else { return all[...] }
            let start = next(below: all.count - limit + 1)
            return all[start..<start + limit]
        }

        /// Settings for one request in six.
        mutating func settings(_ settings: RequestDraft.Settings) -> RequestDraft.Settings? {
            let turn = next(below: 24)
            guard turn < 4 else { return nil }
            var drawn = settings
            drawn.handleCodeInApp = turn & 1 != 0
            drawn.install = turn & 2 != 0
            return drawn
        }

        private mutating func next(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: (state >> 33) % UInt64(limit))
        }
    }
}

extension FactName {
    /// The words of a closed list.
    fileprivate var words: [String] {
        if case .symbols(let words) = Self.schema[rawValue].type { words } else { [] }
    }
}
