import ByteText

extension AgentReading {
    /// The form factor, for a platform that is settled.
    func formFactor(on platform: Platform, _ arena: borrowing ByteArena) -> FormFactor {
        if has(.watch) { return .wearable }
        if has(.television) || has(.tvSystem) || has(.fireTV) { return .tv }
        if let letters = puffinLetters(arena) { return letters.1 == UInt8(ascii: "t") ? .tablet : .phone }
        if has(.console) { return .other }
        switch platform {
        case .ios: return .phone
        case .ipados: return .tablet
        case .android: return androidFormFactor
        case .macos, .chromeos, .windows: return .desktop
        case .linux: return has(.tablet) ? .tablet : has(.mobile) ? .phone : .desktop
        case .other: return otherFormFactor
        case .unknown: return has(.tablet) ? .tablet : has(.mobile) ? .phone : .unknown
        }
    }

    /// Chrome on Android says `Mobile` on phones and leaves it out on tablets; older browsers say it everywhere.
    private var androidFormFactor: FormFactor {
        if has(.tablet) { return .tablet }
        if has(.phone) || has(.mobile) { return .phone }
        if has(.chrome) || has(.silk) { return .tablet }
        return .phone
    }

    private var otherFormFactor: FormFactor {
        if has(.tablet) { return .tablet }
        if has(.windowsPhone) || has(.mobile) || has(.phone) || has(.otherSystem) { return .phone }
        if has(.maybeOtherSystem) { return .desktop }
        return .unknown
    }
}
