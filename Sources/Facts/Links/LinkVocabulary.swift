public import ByteText

/// What a clicked link is, by its shape.
public enum LinkForm: UInt8, Word {
    /// A long Dynamic Link: a link domain and `link=`.
    case dynamicLink
    /// A short link: a link domain and a code.
    case shortLink
    /// A mail link of the Hosting generation: `/__/auth/links`.
    case hostingLink
    /// The address of the web action itself.
    case actionLink
    /// Any other address; allowed only for going on, on an authorized domain.
    case other

    /// The word for it in conditions, answers and logs.
    public var name: StaticString {
        switch self {
        case .dynamicLink: "dynamic_link"
        case .shortLink: "short_link"
        case .hostingLink: "hosting_link"
        case .actionLink: "action_link"
        case .other: "other"
        }
    }
}

/// The two generations of links, decided by the shape of the link.
public enum Generation: UInt8, Word {
    /// Firebase Dynamic Links.
    case fdl
    /// Firebase Hosting links (`/__/auth/links`).
    case hosting

    /// The word for it in conditions, answers and rule files.
    public var name: StaticString {
        switch self {
        case .fdl: "fdl"
        case .hosting: "hosting"
        }
    }
}

/// What an action link is for: its `mode`, case-sensitive as in Firebase's SDKs.
public enum ActionMode: UInt8, Word {
    case resetPassword
    case verifyEmail
    case recoverEmail
    case signIn
    case verifyAndChangeEmail
    case revertSecondFactorAddition

    /// Firebase's word for it: the value of `mode`.
    public var name: StaticString {
        switch self {
        case .resetPassword: "resetPassword"
        case .verifyEmail: "verifyEmail"
        case .recoverEmail: "recoverEmail"
        case .signIn: "signIn"
        case .verifyAndChangeEmail: "verifyAndChangeEmail"
        case .revertSecondFactorAddition: "revertSecondFactorAddition"
        }
    }
}
