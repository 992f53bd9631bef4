import ByteText
import Devices
import Routing

/// All inputs of a decision by a rule set.
struct DecisionInputs {
    /// The origins read by rules whose values differ between most requests. Others can't change a decision.
    private let compared: [FactOrigin]
    private let readsHeaders: Bool
    /// The fields that rules read as header fields of requests whose header list is incomplete.
    private let fields: [NotedField]
    private let deviceParts: DeviceParts

    init(_ ruleSet: RuleSet) {
        let origins = Set(FactName.allCases.filter(ruleSet.consults).map(\.origin))
        let varying: Set<FactOrigin> = [
            .languages, .referer, .country, .region, .city, .network, .address, .time,
        ]
        compared = FactOrigin.allCases.filter { varying.contains($0) && origins.contains($0) }
        readsHeaders = origins.contains(.headers)
        fields = readsHeaders ? ruleSet.notedFieldsReadAsHeaders : []
        deviceParts = DeviceParts(ruleSet)
    }

    /// Whether keys contain all inputs of a request's decision.
    func cover(_ request: borrowing ClickRequest) -> Bool {
        request.profile == nil && request.settings == nil && request.stage == nil
            && request.returnedFrom == .none && !request.isUnlocked && !(readsHeaders && request.headersAreKnown)
    }

    /// The key of a request. Appends to the arena.
    ///
    /// - Parameter device: Used instead of the user agent and hints; `nil` to use those.
    func key(
        of request: borrowing ClickRequest, _ link: LinkIdentity, _ device: Device?, in arena: inout ByteArena
    ) -> DecisionKey {
        let mark = arena.count
        var traits: UInt64 = request.omitsAddresses ? 1 : 0
        if let device {
            traits |= deviceParts.traits(of: device)
            if deviceParts.browserVersion { Self.append(device.browserVersion, to: &arena) }
            if deviceParts.osVersion { Self.append(device.osVersion, to: &arena) }
            if deviceParts.appName { Self.append(number: device.appNumber, to: &arena) }
        } else {
            Self.appendWords(of: request, to: &arena)
        }
        for origin in compared { append(origin, of: request, to: &arena) }
        for field in fields { Self.append(request[field], to: &arena) }
        return DecisionKey(link, traits, arena.piece(from: mark), in: arena)
    }

    /// Appends the user agent and client hints in an unambiguous form.
    static func appendWords(of request: borrowing ClickRequest, to arena: inout ByteArena) {
        append(request.userAgent, to: &arena)
        append(request.hints, to: &arena)
    }

    private func append(_ origin: FactOrigin, of request: borrowing ClickRequest, to arena: inout ByteArena) {
        switch origin {
        case .languages: Self.append(request.acceptLanguage, to: &arena)
        case .referer: Self.append(request.referer, to: &arena)
        case .country: Self.append(request.country, to: &arena)
        case .region: Self.append(request.region, to: &arena)
        case .city: Self.append(request.city, to: &arena)
        case .network: Self.append(request.network.map(Int64.init), to: &arena)
        case .address: Self.append(request.ip, to: &arena)
        case .time: Self.append(request.time, to: &arena)
        case .link, .device, .statement, .headers: break
        }
    }

    /// Which parts of a device rules read. The other parts are read by the evaluator itself.
    private struct DeviceParts {
        let formFactor: Bool
        let bot: Bool
        let browser: Bool
        let browserVersion: Bool
        let osVersion: Bool
        let appName: Bool

        init(_ ruleSet: RuleSet) {
            formFactor = ruleSet.consults(.deviceFormFactor)
            bot = ruleSet.consults(.deviceBot) || ruleSet.consults(.deviceBotKind)
            browser = ruleSet.consults(.deviceBrowser)
            browserVersion = ruleSet.consults(.deviceBrowserVersion)
            osVersion = ruleSet.consults(.deviceOSVersion)
            appName = ruleSet.consults(.deviceAppName)
        }

        /// The parts of a device that decisions depend on, except versions, packed into a number whose lowest bit is
        /// unused. Devices with equal traits share outcomes, each returned with the click's own device.
        func traits(of device: Device) -> UInt64 {
            var traits: UInt64 = device.mayBeIPad ? 2 : 0
            traits |= UInt64(device.platform.rawValue) << 8
            traits |= UInt64(device.inApp.rawValue) << 16
            traits |= UInt64(device.store.rawValue) << 24
            if formFactor { traits |= UInt64(device.formFactor.rawValue) << 32 }
            if bot { traits |= UInt64(device.botKind.map { $0.rawValue &+ 2 } ?? (device.bot ? 1 : 0)) << 40 }
            if browser { traits |= UInt64(device.browser.rawValue) << 48 }
            return traits
        }
    }

    /// One byte if there are none, as in most requests.
    private static func append(_ hints: ClientHints, to arena: inout ByteArena) {
        guard !hints.isEmpty else { return arena.append(0) }
        arena.append(1)
        append(hints.platform, to: &arena)
        append(hints.platformVersion, to: &arena)
        append(hints.mobile, to: &arena)
        append(hints.model, to: &arena)
        append(hints.formFactors, to: &arena)
        append(hints.fullVersionList, to: &arena)
        append(hints.brands, to: &arena)
        append(hints.requestedWith, to: &arena)
        append(hints.signatureAgent, to: &arena)
    }

    private static func append(_ text: TextRange?, to arena: inout ByteArena) {
        guard let text else { return append(number: .max, to: &arena) }
        append(number: text.count, to: &arena)
        arena.append(copyOf: text)
    }

    private static func append(_ time: Int64?, to arena: inout ByteArena) {
        guard let time else { return append(number: .max, to: &arena) }
        append(number: UInt32(truncatingIfNeeded: time), to: &arena)
        append(number: UInt32(truncatingIfNeeded: time >> 32), to: &arena)
    }

    private static func append(number: UInt32, to arena: inout ByteArena) {
        arena.append(littleEndian: number)
    }
}
