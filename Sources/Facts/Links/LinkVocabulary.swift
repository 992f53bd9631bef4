public import ByteText

/// The form of a clicked link.
public enum ClickedLinkForm: UInt8, Word {
    /// A long Dynamic Link: a link domain and `link=`.
    case dynamicLink
    /// A short link: a link domain and a code.
    case shortLink
    /// A mail link of the Hosting generation: `/__/auth/links`.
    case hostingLink
    /// The address of the web action.
    case actionLink
    /// Any other address; accepted only as a continue URL on an authorized domain.
    case other

    /// The spelling in conditions, responses and logs.
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

/// The two generations of links, distinguished by the form of the link.
public enum Generation: UInt8, Word {
    /// Firebase Dynamic Links.
    case fdl
    /// Firebase Hosting links (`/__/auth/links`).
    case hosting

    /// The spelling in conditions, responses and rule files.
    public var name: StaticString {
        switch self {
        case .fdl: "fdl"
        case .hosting: "hosting"
        }
    }
}

/// The action of an action link: its `mode`, case-sensitive as in Firebase's SDKs.
public enum ActionMode: UInt8, Word {
    case resetPassword
    case verifyEmail
    case recoverEmail
    case signIn
    case verifyAndChangeEmail
    case revertSecondFactorAddition

    /// Firebase's spelling, the value of `mode`.
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
