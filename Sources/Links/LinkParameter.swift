import ByteText

/// A query parameter of a Dynamic Link that means something to the router (Firebase, "Manually constructing a Dynamic
/// Link URL"). Names are compared byte by byte, in lower case, as Firebase did.
public enum LinkParameter: UInt8, Sendable, CaseIterable {
    case link, apn, al, afl, amv, ibi, ipbi, ifl, ipfl, ius, isi, imv, efr, ofl, st, sd, si
    case utmSource, utmMedium, utmCampaign, utmTerm, utmContent, gclid
    case at, ct, mt, pt, d, deepLinkID

    public var name: StaticString {
        switch self {
        case .link: "link"
        case .apn: "apn"
        case .al: "al"
        case .afl: "afl"
        case .amv: "amv"
        case .ibi: "ibi"
        case .ipbi: "ipbi"
        case .ifl: "ifl"
        case .ipfl: "ipfl"
        case .ius: "ius"
        case .isi: "isi"
        case .imv: "imv"
        case .efr: "efr"
        case .ofl: "ofl"
        case .st: "st"
        case .sd: "sd"
        case .si: "si"
        case .utmSource: "utm_source"
        case .utmMedium: "utm_medium"
        case .utmCampaign: "utm_campaign"
        case .utmTerm: "utm_term"
        case .utmContent: "utm_content"
        case .gclid: "gclid"
        case .at: "at"
        case .ct: "ct"
        case .mt: "mt"
        case .pt: "pt"
        case .d: "d"
        case .deepLinkID: "deep_link_id"
        }
    }

    /// The parameters whose values are URLs that a click may be sent to.
    public static var destinations: InlineArray<5, LinkParameter> { [.al, .afl, .ifl, .ipfl, .ofl] }

    /// Whether a parameter of this name, added to a short link by whoever shares it, may go on to the payload: it says
    /// nothing about where the link leads, and does not make an action link of the payload.
    ///
    /// Campaign parameters and `lang` go on. Names with `_` in front and `isAd` are ignored everywhere.
    public static func isPassedThrough(_ name: Span<UInt8>) -> Bool {
        switch named(name) {
        case .utmSource, .utmMedium, .utmCampaign, .utmTerm, .utmContent, .gclid: return true
        case .some: return false
        case nil: break
        }
        if let action = ActionParameter.named(name) { return action == .lang }
        return !isIgnored(name)
    }

    /// Whether a name is one that Firebase's own tools add and nobody documents.
    static func isIgnored(_ name: Span<UInt8>) -> Bool {
        name.count > 0 && name[0] == UInt8(ascii: "_") || name.equals("isAd")
    }

    /// The parameter of a name, or nil. Names are told apart by their length first, so most names cost one comparison.
    public static func named(_ name: Span<UInt8>) -> LinkParameter? {
        switch name.count {
        case 1: first(of: [.d], in: name)
        case 2: first(of: [.al, .st, .sd, .si, .at, .ct, .mt, .pt], in: name)
        case 3: first(of: [.apn, .amv, .ibi, .isi, .ifl, .efr, .afl, .imv, .ofl, .ius], in: name)
        case 4: first(of: [.link, .ipbi, .ipfl], in: name)
        case 5: first(of: [.gclid], in: name)
        case 8: first(of: [.utmTerm], in: name)
        case 10: first(of: [.utmSource, .utmMedium], in: name)
        case 11: first(of: [.utmContent], in: name)
        case 12: first(of: [.utmCampaign, .deepLinkID], in: name)
        default: nil
        }
    }

    private static func first<let count: Int>(
        of candidates: InlineArray<count, LinkParameter>, in name: Span<UInt8>
    ) -> LinkParameter? {
        for index in candidates.indices where name.equals(candidates[index].name) { return candidates[index] }
        return nil
    }
}
