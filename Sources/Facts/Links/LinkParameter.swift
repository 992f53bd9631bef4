import ByteText

/// A query parameter of a Dynamic Link that the router supports (Firebase, "Manually constructing a Dynamic
/// Link URL"). Names are compared byte by byte, in lower case, as in Firebase.
public enum LinkParameter: UInt8, Sendable, CaseIterable {
    case link, apn, al, afl, amv, ibi, ipbi, ifl, ipfl, ius, isi, imv, efr, ofl, st, sd, si
    case utmSource, utmMedium, utmCampaign, utmTerm, utmContent, gclid
    case at, ct, mt, pt, d, deepLinkID

    /// The name in links, which is case-sensitive.
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

    /// The parameters whose values are target URLs of clicks.
    public static var destinations: InlineArray<5, LinkParameter> { [.al, .afl, .ifl, .ipfl, .ofl] }

    /// Whether the value is an address for users without the app.
    public var isFallback: Bool { self == .afl || self == .ifl || self == .ipfl || self == .ofl }

    /// Whether the parameter affects the target of a click. The others are for analytics, link previews and Apple's affiliate
    /// program.
    var isRouting: Bool {
        switch self {
        case .link, .apn, .al, .afl, .amv, .ibi, .ipbi, .ifl, .ipfl, .ius, .isi, .imv, .efr, .ofl, .d, .deepLinkID: true
        case .st, .sd, .si, .utmSource, .utmMedium, .utmCampaign, .utmTerm, .utmContent, .gclid, .at, .ct, .mt, .pt:
            false
        }
    }

    /// Whether a name, encoded or decoded, is that of a routing parameter or of an action link parameter.
    static func routes(_ name: Span<UInt8>) -> Bool {
        named(name)?.isRouting ?? false || ActionParameter.named(name) != nil
    }

    /// Whether a parameter with this name, added to a shared short link, may be passed on to the payload, because it does not
    /// affect the target, nor turn the payload into an action link.
    ///
    /// Campaign parameters and `lang` are passed on. `isAd` and names that begin with `_` are ignored everywhere.
    public static func isPassedThrough(_ name: Span<UInt8>) -> Bool {
        switch named(name) {
        case .utmSource, .utmMedium, .utmCampaign, .utmTerm, .utmContent, .gclid: return true
        case .some: return false
        case nil: break
        }
        if let action = ActionParameter.named(name) { return action == .lang }
        return !isIgnored(name)
    }

    /// Whether a name is one of the undocumented ones added by Firebase's own tools.
    static func isIgnored(_ name: Span<UInt8>) -> Bool {
        name.count > 0 && name[0] == UInt8(ascii: "_") || name.equals("isAd")
    }

    /// The parameter for a name, or `nil`.
    public static func named(_ name: Span<UInt8>) -> LinkParameter? {
        guard case .link(let parameter) = ParameterName.meaning(of: name) else { return nil }
        return parameter
    }
}
