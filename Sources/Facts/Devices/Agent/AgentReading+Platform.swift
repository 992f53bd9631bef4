import ByteText

extension AgentReading {
    /// The platform that the signs point at. What camouflage cannot add by accident is asked first.
    func platform(_ arena: borrowing ByteArena) -> Platform {
        commonPlatform ?? anyPlatform(arena)
    }

    /// The platform of most agents, which show nothing that could be camouflage: what ``anyPlatform(_:)`` says of them.
    @inline(__always)
    private var commonPlatform: Platform? {
        if hasAny(of: Self.systemsOfFew) { return nil }
        if has(.android) { return .android }
        return has(.iphone) && !has(.ipad) && !has(.linux) ? .ios : nil
    }

    /// What may make an agent that names Android or an iPhone something else.
    @inline(__always)
    private static var systemsOfFew: SignSet {
        Sign.windowsPhone | .otherSystem | .openHarmony | .puffin | .likeAndroid | .tvSystem | .odin | .chromeOS
            | .chromebook | .fireTV | .silk | .tclWebKit
    }

    private func anyPlatform(_ arena: borrowing ByteArena) -> Platform {
        if has(.windowsPhone) || has(.otherSystem) || has(.openHarmony) { return .other }
        if let camouflaged = puffinPlatform(arena) { return camouflaged }
        if has(.likeAndroid) && (has(.ubuntuTouch) || has(.tvSystem)) { return .other }
        if has(.likeAndroid) && has(.reader) { return .linux }
        if (has(.tvSystem) || isVIDAA) && !has(.android) { return .other }
        if has(.chromeOS) || has(.chromebook) { return .chromeos }
        if has(.android) || has(.fireTV) || has(.silk) || has(.tclWebKit) { return .android }
        if isNamelessAndroid { return .android }
        return applePlatform ?? desktopPlatform
    }

    /// Old browsers leave out the word, but not the build of the device or the version of the system behind `Linux;`.
    private var isNamelessAndroid: Bool {
        has(.linux) && !has(.x11) && !has(.harmony) && (has(.androidVersion) || (has(.deviceBuild) && has(.engine)))
    }

    /// The iPad says that it is like an iPhone, and both that they are like a Mac.
    private var applePlatform: Platform? {
        if has(.ipad) { return .ipados }
        if has(.iphone) || has(.ipod) { return .ios }
        if has(.darwin) || has(.cfNetwork) { return darwinPlatform }
        if has(.iosVersion) || has(.looseIosVersion) || has(.ios) { return .ios }
        return nil
    }

    /// Hisense sells televisions with its own system, whose browser is Odin, and others that speak of HbbTV first.
    private var isVIDAA: Bool { has(.odin) && !has(.hbbTV) }

    var isWindowsMobile: Bool { has(.operaBehindModel) && has(.windowsNT) && !has(.mozilla) && !has(.engine) }

    private var desktopPlatform: Platform {
        if has(.featurePhone) || has(.headset) || has(.harmony) || isWindowsMobile { return .other }
        let isDesktop =
            has(.mac) || has(.windows) || has(.windowsNT) || has(.windowsVersion) || has(.linux) || has(.x11)
        // Mobile browsers that ask for desktop sites keep their own name.
        if isDesktop && !has(.windows) && has(.androidInDisguise) { return .android }
        if has(.ucBrowser) && (has(.mac) || has(.ucDesktop)) { return .android }
        if has(.mac) { return .macos }
        if has(.maybeOtherSystem) { return .other }
        if has(.windows) || has(.windowsNT) || has(.windowsVersion) { return .windows }
        if isDesktop { return .linux }
        return has(.television) ? .other : .unknown
    }

    /// CFNetwork speaks for Macs too; those name their processor, or it is Safari that fetches something on its own.
    /// Darwin without CFNetwork is a Mac's command line.
    private var darwinPlatform: Platform {
        if has(.iosVersion) || has(.looseIosVersion) || has(.ios) { return .ios }
        let isOfMac = has(.intel) || has(.mac) || (has(.safari) && !has(.mozilla) && !has(.mobile))
        return isOfMac || !has(.cfNetwork) ? .macos : .ios
    }

    /// Puffin fetches pages from a Linux server and names its true device in two letters after its version:
    /// `I` or `A` for the system, `P` or `T` for phone or tablet.
    private func puffinPlatform(_ arena: borrowing ByteArena) -> Platform? {
        guard let letters = puffinLetters(arena) else { return nil }
        switch letters {
        case (UInt8(ascii: "i"), UInt8(ascii: "p")): return .ios
        case (UInt8(ascii: "i"), UInt8(ascii: "t")): return .ipados
        case (UInt8(ascii: "a"), _): return .android
        default: return nil
        }
    }

    func puffinLetters(_ arena: borrowing ByteArena) -> (UInt8, UInt8)? {
        guard var offset = sightings.end(of: .puffin) else { return nil }
        while let next = byte(offset, arena), next.isDigit || next == UInt8(ascii: ".") { offset += 1 }
        guard let system = byte(offset, arena), let form = byte(offset + 1, arena) else { return nil }
        return (system.lowercased, form.lowercased)
    }
}

extension AgentReading {
    /// Whether an agent that names a Mac may come from an iPad.
    ///
    /// Since iPadOS 13 Safari on an iPad, and what is built on its engine, sends the agent of a Mac, letter by letter.
    /// Chromium and Firefox on a Mac have engines of their own, and iPads do not.
    func mayBeIPad(on platform: Platform) -> Bool {
        platform == .macos && has(.appleWebKit) && !has(.chrome)
    }
}
