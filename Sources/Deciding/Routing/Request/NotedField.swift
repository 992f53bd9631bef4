public import ByteText
import Devices

/// A header field that describes the device or the origin of the click. Rules read it both as such and as a header
/// field.
///
/// A request stores the value of each in one place, so that the two can't differ, whatever the source: a client's
/// fields, a JSON request, an option, or a log column.
public enum NotedField: UInt8, CaseIterable, Sendable {
    case userAgent, referer, acceptLanguage, requestedWith
    case brands, platform, platformVersion, mobile, model, formFactors, fullVersionList, signatureAgent

    /// The field's name in lower case.
    public var name: StaticString {
        switch self {
        case .userAgent: "user-agent"
        case .referer: "referer"
        case .acceptLanguage: "accept-language"
        case .requestedWith: "x-requested-with"
        case .brands: "sec-ch-ua"
        case .platform: "sec-ch-ua-platform"
        case .platformVersion: "sec-ch-ua-platform-version"
        case .mobile: "sec-ch-ua-mobile"
        case .model: "sec-ch-ua-model"
        case .formFactors: "sec-ch-ua-form-factors"
        case .fullVersionList: "sec-ch-ua-full-version-list"
        case .signatureAgent: "signature-agent"
        }
    }

    /// The field with a lower-case name, or `nil`.
    public static func named(_ name: Span<UInt8>) -> NotedField? {
        guard let field = candidate(name), name.equals(field.name) else { return nil }
        return field
    }

    /// The field with a name as sent by a client, in any case, or `nil`.
    public static func named(inAnyCase name: Span<UInt8>) -> NotedField? {
        switch name.count {
        case 7 where name.isField("referer"): .referer
        case 9 where name.isField("sec-ch-ua"): .brands
        case 10 where name.isField("user-agent"): .userAgent
        case 15 where name.isField("accept-language"): .acceptLanguage
        case 15...: named(longInAnyCase: name)
        default: nil
        }
    }

    /// The other fields, of which most requests have none.
    private static func named(longInAnyCase name: Span<UInt8>) -> NotedField? {
        guard let field = candidate(name), name.equalsIgnoringCase(field.name) else { return nil }
        return field
    }

    /// The only field that a name may denote, by its length and first letter.
    private static func candidate(_ name: Span<UInt8>) -> NotedField? {
        switch name.count {
        case 7: .referer
        case 9: .brands
        case 10: .userAgent
        case 15: name[0].lowercased == UInt8(ascii: "a") ? .acceptLanguage : agentOrModel(name[1])
        case 16: name[0].lowercased == UInt8(ascii: "x") ? .requestedWith : .mobile
        case 18: .platform
        case 22: .formFactors
        case 26: .platformVersion
        case 27: .fullVersionList
        default: nil
        }
    }

    /// `signature-agent` or `sec-ch-ua-model`.
    private static func agentOrModel(_ second: UInt8) -> NotedField {
        second.lowercased == UInt8(ascii: "i") ? .signatureAgent : .model
    }
}

extension ClickRequest {
    /// The value of a noted field; `nil` if it is unknown or was not sent.
    public subscript(field: NotedField) -> TextRange? {
        get {
            switch field {
            case .userAgent: userAgent
            case .referer: referer
            case .acceptLanguage: acceptLanguage
            case .requestedWith: hints.requestedWith
            case .brands: hints.brands
            case .platform: hints.platform
            case .platformVersion: hints.platformVersion
            case .mobile: hints.mobile
            case .model: hints.model
            case .formFactors: hints.formFactors
            case .fullVersionList: hints.fullVersionList
            case .signatureAgent: hints.signatureAgent
            }
        }
        set {
            switch field {
            case .userAgent: userAgent = newValue
            case .referer: referer = newValue
            case .acceptLanguage: acceptLanguage = newValue
            case .requestedWith: hints.requestedWith = newValue
            case .brands: hints.brands = newValue
            case .platform: hints.platform = newValue
            case .platformVersion: hints.platformVersion = newValue
            case .mobile: hints.mobile = newValue
            case .model: hints.model = newValue
            case .formFactors: hints.formFactors = newValue
            case .fullVersionList: hints.fullVersionList = newValue
            case .signatureAgent: hints.signatureAgent = newValue
            }
        }
    }

    /// Calls `body` with each noted field that has a value. Does not allocate.
    public borrowing func forEachNotedField(_ body: (NotedField, TextRange) -> Void) {
        var place: UInt8 = 0
        while let field = NotedField(rawValue: place) {
            if let value = self[field] { body(field, value) }
            place += 1
        }
    }
}
