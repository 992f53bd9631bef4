import ByteText

extension AgentReading {
    /// The platform that the signs point at. What camouflage cannot add by accident is asked first.
    func platform(_ arena: borrowing ByteArena) -> Platform {
        if has(.windowsPhone) || has(.otherSystem) { return .other }
        if let camouflaged = puffinPlatform(arena) { return camouflaged }
        if has(.tvSystem) && !has(.android) { return .other }
        if has(.chromeOS) || has(.chromebook) { return .chromeos }
        if has(.fireTV) || has(.silk) { return .android }
        if has(.android) || has(.androidVersion) { return .android }
        if has(.ipad) { return .ipados }
        if has(.iphone) || has(.ipod) { return .ios }
        if has(.darwin) || has(.cfNetwork) { return applePlatform }
        if has(.iosVersion) { return .ios }
        if has(.mac) { return .macos }
        if has(.maybeOtherSystem) { return .other }
        if has(.harmony) { return .other }
        if has(.windows) { return .windows }
        if has(.linux) || has(.x11) { return .linux }
        return .unknown
    }

    /// Whether CFNetwork speaks for a Mac: those name their processor.
    private var applePlatform: Platform {
        if has(.iosVersion) { return .ios }
        return has(.intel) || has(.mac) ? .macos : .ios
    }

    /// Puffin fetches pages from a Linux server and tells its true device in two letters behind its version:
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
