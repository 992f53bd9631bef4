import ByteText
import Devices
import LinkStore
import Routing

/// The properties by which a click is counted, from its request. Costs no allocation.
extension ClickDetail {
    /// Changes neither the outcome nor the request, which are `inout` because borrowed ones would be copied.
    ///
    /// - Parameter traits: The traits of the site, which may omit properties.
    init(
        of outcome: inout Outcome, _ request: inout ClickRequest, omitting traits: SiteTraits,
        in arena: borrowing ByteArena
    ) {
        self.init()
        site = UInt16(clamping: outcome.site ?? Int(UInt16.max))
        if let device = outcome.device {
            if !traits.contains(.omits(.inApp)) { inApp = device.inApp.rawValue }
            if !traits.contains(.omits(.browser)) { browser = device.browser.rawValue }
        }
        if let rule = outcome.decision.rule, !traits.contains(.omits(.rule)) {
            self.rule = UInt16(exactly: rule + 1) ?? 0
        }
        if let text = request.country, !traits.contains(.omits(.country)) { country = Self.country(arena[text]) }
        if let text = request.acceptLanguage, !traits.contains(.omits(.language)) {
            language = Self.language(arena[text])
        }
    }

    private static func country(_ text: Span<UInt8>) -> UInt16 {
        guard text.count == 2, text[0].isAlpha, text[1].isAlpha else { return 0 }
        return UInt16(text[0] & 0xDF) | UInt16(text[1] & 0xDF) << 8
    }

    /// The first language, which browsers list as the preferred one (RFC 9110, section 12.5.4).
    private static func language(_ text: Span<UInt8>) -> UInt32 {
        var letters: UInt32 = 0
        var count = 0
        while count < text.count, text[count].isAlpha {
            guard count < 3 else { return 0 }
            letters |= UInt32(text[count] | 0x20) << UInt32(8 * count)
            count += 1
        }
        return count < 2 ? 0 : letters
    }
}

extension ClickNames {
    /// The names of a rule set.
    init(_ ruleSet: RuleSet) {
        self.init()
        sites = ruleSet.sites.map(\.name)
        rules = ruleSet.rules.map(\.id)
        inApps = InApp.allCases.map { $0 == .none || $0 == .unknown ? "" : $0.name.description }
        browsers = Browser.allCases.map { $0 == .unknown ? "" : $0.name.description }
    }
}
