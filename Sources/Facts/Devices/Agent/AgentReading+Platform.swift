import ByteText

extension AgentReading {
    /// The platform that the signs indicate. Signs that a disguised agent is unlikely to contain by accident are tested first.
    func platform(_ arena: borrowing ByteArena) -> Platform {
        commonPlatform ?? anyPlatform(arena)
    }

    /// The platform of most agents, which contain no ambiguous signs. Equals the result of ``anyPlatform(_:)`` for them.
    @inline(__always)
    private var commonPlatform: Platform? {
        if hasAny(of: Self.systemsOfFew) { return nil }
        if has(.android) { return .android }
        return has(.iphone) && !has(.ipad) && !has(.linux) ? .ios : nil
    }

    /// Signs that may override Android or an iPhone.
    @inline(__always)
    private static var systemsOfFew: SignSet {
        Sign.windowsPhone | .otherSystem | .openHarmony | .puffin | .likeAndroid | .tvSystem | .odin | .chromeOS
            | .chromebook | .fireTV | .silk | .androidAsIPhone
    }

    private func anyPlatform(_ arena: borrowing ByteArena) -> Platform {
        if has(.windowsPhone) || has(.otherSystem) { return .other }
        if has(.openHarmony) { return .harmonyos }
        if let camouflaged = puffinPlatform(arena) { return camouflaged }
        if has(.likeAndroid) && (has(.ubuntuTouch) || has(.tvSystem)) { return .other }
        if has(.likeAndroid) && has(.reader) { return .linux }
        if (has(.tvSystem) || isVIDAA) && !has(.android) { return .other }
        if has(.chromeOS) || has(.chromebook) { return .chromeos }
        if has(.android) || has(.fireTV) || has(.silk) || has(.androidAsIPhone) { return .android }
        if isNamelessAndroid { return .android }
        return applePlatform ?? desktopPlatform(arena)
    }

    /// Old browsers omit `Android`, but not the device's build or the system version after `Linux;`.
    private var isNamelessAndroid: Bool {
        has(.linux) && !has(.x11) && !has(.harmony) && (has(.androidVersion) || (has(.deviceBuild) && has(.engine)))
    }

    /// iPads claim to be like an iPhone, and both claim to be like a Mac.
    private var applePlatform: Platform? {
        if has(.ipad) { return .ipados }
        if has(.iphone) || has(.ipod) { return isLinuxLikePhone ? .linux : .ios }
        if has(.darwin) || has(.cfNetwork) { return darwinPlatform }
        // iPhones send `CPU iPhone OS`, iPads also `iPad`, and Apple's other devices only `CPU OS`.
        if has(.cpuOS) { return .other }
        if has(.iosVersion) || has(.looseIosVersion) || has(.ios) { return .ios }
        return nil
    }

    /// Browsers on Linux phones claim to be like an iPhone.
    private var isLinuxLikePhone: Bool { has(.x11) && has(.linux) && !has(.facebookSystemVersion) }

    /// Hisense sells televisions with its own system, whose browser is Odin, and others whose agents begin with HbbTV.
    private var isVIDAA: Bool { has(.odin) && !has(.hbbTV) }

    var isWindowsMobile: Bool { has(.operaBehindModel) && has(.windowsNT) && !has(.mozilla) && !has(.engine) }

    private func desktopPlatform(_ arena: borrowing ByteArena) -> Platform {
        if has(.featurePhone) || has(.headset) || has(.harmony) || isWindowsMobile { return .other }
        if has(.ubuntuDevice) && !has(.x11) && !has(.windowsNT) { return .other }
        let isDesktop =
            has(.mac) || has(.windows) || has(.windowsNT) || has(.windowsVersion) || has(.linux) || has(.x11)
        // Mobile browsers that request desktop sites keep their own name.
        if isDesktop && !has(.windows) && has(.androidInDisguise) { return .android }
        if has(.ucBrowser) && (has(.mac) || has(.ucDesktop)) { return .android }
        // GNOME's engine claims Macintosh on some sites, and Macs do not claim Linux.
        if has(.mac) { return has(.linux) ? .linux : .macos }
        if has(.maybeOtherSystem) { return .other }
        if has(.windows) || has(.windowsNT) || has(.windowsVersion) { return .windows }
        if isDesktop { return has(.x11) && !has(.linux) && namesUnix(arena) ? .other : .linux }
        if has(.whatsApp) { return whatsAppPlatform(arena) }
        return has(.television) || (has(.mozilla) && !has(.compatible) && namesUnknownSystem(arena)) ? .other : .unknown
    }

    /// Netscape and Mozilla list the window system, the encryption, the operating system and the language: `(X11; U; AIX
    /// 5.3; en-US`. Opera omits the operating system, so the language follows. Mosaic puts the operating system directly after
    /// the window system: `(X11;SunOS 4.1.3`.
    private func namesUnix(_ arena: borrowing ByteArena) -> Bool {
        let bytes = arena[agent]
        guard let end = bytes.firstIndex(of: UInt8(ascii: ";"), from: 0), end >= 3, bytes[end - 1] == 0x31 else {
            return false
        }
        guard end + 1 < bytes.count else { return false }
        if bytes[end + 1].isAlphanumeric { return true }
        return namesSystem(behind: end, bytes)
    }

    /// Whether an agent without a known window system names an operating system: `(Photon; U; QNX x86pc; …`.
    private func namesUnknownSystem(_ arena: borrowing ByteArena) -> Bool {
        let bytes = arena[agent]
        guard let end = bytes.firstIndex(of: UInt8(ascii: ";"), from: 0), end > 0 else { return false }
        return bytes[end - 1].isAlphanumeric && namesSystem(behind: end, bytes)
    }

    /// Whether the encryption letter and an operating system follow a semicolon, rather than a two-letter language.
    private func namesSystem(behind end: Int, _ bytes: Span<UInt8>) -> Bool {
        guard end + 7 < bytes.count, bytes[end + 3] == UInt8(ascii: ";") else { return false }
        switch bytes[end + 2] {
        case UInt8(ascii: "U"), UInt8(ascii: "I"), UInt8(ascii: "N"): break
        default: return false
        }
        let name = end + 5
        // Not a second `X11`.
        return bytes[name].isAlphanumeric && bytes[name + 1].isAlphanumeric && bytes[name + 2].isAlphanumeric
            && bytes[name + 1] != 0x31
    }

    /// WhatsApp agents end with a letter for the operating system: `WhatsApp/2.23.20.0 A`.
    private func whatsAppPlatform(_ arena: borrowing ByteArena) -> Platform {
        let end = Int(agent.count)
        guard byte(end - 2, arena) == UInt8(ascii: " ") else { return .unknown }
        switch byte(end - 1, arena) {
        case UInt8(ascii: "A"): return .android
        case UInt8(ascii: "i"): return .ios
        case UInt8(ascii: "W"): return .windows
        default: return .unknown
        }
    }

    /// CFNetwork also runs on Macs, whose agents contain the processor, or Safari if it fetches something in the background.
    /// Darwin without CFNetwork is a command-line tool on a Mac.
    private var darwinPlatform: Platform {
        if has(.iosVersion) || has(.looseIosVersion) || has(.ios) { return .ios }
        let isOfMac = has(.intel) || has(.mac) || (has(.safari) && !has(.mozilla) && !has(.mobile))
        return isOfMac || !has(.cfNetwork) ? .macos : .ios
    }

    /// Puffin fetches pages from a Linux server. Two letters after its version describe the actual device:
    /// `I`, `A` or, for feature phones, `F` for the operating system, and `P` or `T` for phone or tablet.
    private func puffinPlatform(_ arena: borrowing ByteArena) -> Platform? {
        guard let letters = puffinLetters(arena) else { return nil }
        switch letters {
        case (UInt8(ascii: "i"), UInt8(ascii: "p")): return .ios
        case (UInt8(ascii: "i"), UInt8(ascii: "t")): return .ipados
        case (UInt8(ascii: "a"), _): return .android
        case (UInt8(ascii: "f"), UInt8(ascii: "p")): return .other
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
    /// Since iPadOS 13, Safari and other WebKit clients on iPads send exactly the agent of a Mac.
    /// Chromium and Firefox use their own engines on Macs, which iPads do not have.
    func mayBeIPad(on platform: Platform) -> Bool {
        platform == .macos && has(.appleWebKit) && !has(.chrome)
    }
}
