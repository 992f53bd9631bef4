import ByteText

/// A query parameter of a Dynamic Link that means something to the router (Firebase, "Manually constructing a Dynamic
/// Link URL"). Names are compared byte by byte, in lower case, as Firebase did.
public enum LinkParameter: UInt8, Sendable, CaseIterable {
    case link, apn, al, afl, amv, ibi, ipbi, ifl, ipfl, ius, isi, imv, efr, ofl, st, sd, si
    case utmSource, utmMedium, utmCampaign, utmTerm, utmContent, gclid
    case at, ct, mt, pt, d, deepLinkID

    /// The name as a link spells it; compared with case.
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

    /// Whether the value is an address for people without the app.
    public var isFallback: Bool { self == .afl || self == .ifl || self == .ipfl || self == .ofl }

    /// Whether the parameter says something about where a click goes. The others are for people who count clicks, for
    /// unfurlers and for Apple's affiliate program.
    var isRouting: Bool {
        switch self {
        case .link, .apn, .al, .afl, .amv, .ibi, .ipbi, .ifl, .ipfl, .ius, .isi, .imv, .efr, .ofl, .d, .deepLinkID: true
        case .st, .sd, .si, .utmSource, .utmMedium, .utmCampaign, .utmTerm, .utmContent, .gclid, .at, .ct, .mt, .pt:
            false
        }
    }

    /// Whether a name, as a link has it or decoded, is that of a parameter that routes or of an action link's.
    static func routes(_ name: Span<UInt8>) -> Bool {
        named(name)?.isRouting ?? false || ActionParameter.named(name) != nil
    }

    /// Whether a parameter of this name, added to a short link where it is shared, may go on to the payload: it says
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

    /// Whether a name is one of the undocumented ones that Firebase's own tools add.
    static func isIgnored(_ name: Span<UInt8>) -> Bool {
        name.count > 0 && name[0] == UInt8(ascii: "_") || name.equals("isAd")
    }

    /// The parameter of a name, or nil.
    public static func named(_ name: Span<UInt8>) -> LinkParameter? {
        guard case .link(let parameter) = ParameterName.meaning(of: name) else { return nil }
        return parameter
    }
}
