public import ByteText
import Devices
public import Expressions
import Links

extension FactName {
    /// The schema that conditions are compiled against: each fact's name and type, and whether it may be absent or
    /// unknown.
    public static let schema: FactSchema = {
        precondition(Int(modeCount) == ActionMode.allCases.count, "modeCount is not the number of modes")
        precondition(Int(botKindCount) == BotKind.allCases.count, "botKindCount is not the number of bot kinds")
        var schema = FactSchema()
        for fact in allCases {
            schema.declare(
                fact.name.description, fact.type, optional: fact.isOptional, mayBeUnknown: fact.mayBeUnknown)
        }
        return schema
    }()

    /// The values of `link.mode`: the six modes, `unknown` and `none`.
    static let modeNames: [StaticString] = ActionMode.names + ["unknown", "none"]
    /// The values of `device.bot_kind`: the kinds, and `none` for no bot.
    static let botKindNames: [StaticString] = BotKind.names + ["none"]

    static func modeSymbol(of action: ActionLink?) -> UInt8 {
        guard let action else { return modeCount + 1 }
        guard let mode = action.mode, action.isComplete else { return modeCount }
        return mode.rawValue
    }

    // Constants, because a lazily initialized count would be checked for each click. The schema verifies them.
    private static let modeCount: UInt8 = 6
    private static let botKindCount: UInt8 = 8

    static func botKindSymbol(of device: Device) -> UInt8 {
        guard device.bot else { return botKindCount }
        return (device.botKind ?? .other).rawValue
    }

    private var type: FactType {
        switch self {
        case .linkForm: .symbols(ClickedLinkForm.names.map(\.description))
        case .linkGeneration: .symbols(Generation.names.map(\.description))
        case .linkMode: .symbols(Self.modeNames.map(\.description))
        case .devicePlatform: .symbols(Platform.names.map(\.description))
        case .deviceFormFactor: .symbols(FormFactor.names.map(\.description))
        case .deviceInApp: .symbols(InApp.names.map(\.description))
        case .deviceBotKind: .symbols(Self.botKindNames.map(\.description))
        case .deviceStore: .symbols(DeviceStore.names.map(\.description))
        case .deviceBrowser: .symbols(Browser.names.map(\.description))
        case .appState: .symbols(AppState.names.map(\.description))
        case .requestStage: .symbols(Stage.names.map(\.description))
        case .requestReturnedFrom: .symbols(ReturnedFrom.names.map(\.description))
        case .linkPayloadIsAction, .linkHandleCodeInApp, .linkInstall, .deviceBot, .deviceMayBeIPad, .appRegistered,
            .appIPadRegistered, .siteDebugPages, .siteEnforceStoreSemantics, .sitePassThrough, .siteIPadCheck,
            .siteCustomSchemeCodes, .siteAndroidFallbackPage:
            .bool
        case .linkQuery, .linkPayloadQuery, .requestHeaders: .map
        case .deviceLanguages: .list
        case .requestTime: .timestamp
        case .requestASN: .int
        case .linkMinimumVersion, .linkIMV, .deviceOSVersion, .deviceBrowserVersion, .appVersion: .version
        default: .text
        }
    }

    /// Whether the fact may be known to be absent from a link or its site. It then reads as empty, and `has()` is
    /// false.
    private var isOptional: Bool {
        switch self {
        case .linkCode, .linkMinimumVersion, .linkContinueURL, .linkAPN, .linkAL, .linkAFL, .linkIBI, .linkIPBI,
            .linkIFL, .linkIPFL, .linkISI, .linkIMV, .linkOFL, .linkEFR, .linkD, .linkST,
            .linkSD, .linkSI, .linkUTMSource, .linkUTMMedium, .linkUTMCampaign, .appID, .sitePageHost:
            true
        default: false
        }
    }

    /// Whether a request may leave the fact unknown.
    private var mayBeUnknown: Bool {
        switch self {
        case .deviceOSVersion, .deviceBrowserVersion, .deviceLanguages, .appVersion, .requestIP, .requestCountry,
            .requestRegion, .requestCity, .requestASN, .requestTime, .requestReferer, .requestHeaders:
            true
        default: false
        }
    }
}

/// The stage of a link's lifecycle in which it was clicked.
public enum Stage: UInt8, Word {
    /// The link was clicked.
    case click
    /// The web action is done and the user goes on.
    case `continue`

    /// The value in requests, conditions and logs.
    public var name: StaticString {
        switch self {
        case .click: "click"
        case .continue: "continue"
        }
    }
}

/// Where a click returned from, as visible to rules: `request.returned_from`.
public enum ReturnedFrom: UInt8, Word {
    /// Nowhere: the link was tapped, typed or scanned.
    case none
    /// The button of our page. Its address was this link, but the system did not open the app.
    case button
    /// An `intent:` URI with this link as the fallback. Its app did not open.
    case intent

    /// The value in requests, conditions and logs.
    public var name: StaticString {
        switch self {
        case .none: "none"
        case .button: "button"
        case .intent: "intent"
        }
    }
}
