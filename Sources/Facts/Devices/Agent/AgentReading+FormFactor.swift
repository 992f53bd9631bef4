import ByteText

extension AgentReading {
    /// The form factor, given the final platform.
    func formFactor(on platform: Platform, _ arena: borrowing ByteArena) -> FormFactor {
        if hasAny(of: Self.rareForms), let form = rareForm(arena) { return form }
        switch platform {
        case .ios: return .phone
        case .ipados: return .tablet
        case .android: return androidFormFactor(arena)
        case .macos, .chromeos, .windows: return .desktop
        case .linux: return has(.tablet) ? .tablet : has(.mobile) ? .phone : .desktop
        case .harmonyos, .other: return otherFormFactor
        case .unknown: return has(.tablet) ? .tablet : has(.mobile) ? .phone : .unknown
        }
    }

    @inline(__always)
    private static var rareForms: SignSet {
        Sign.wearable | .headset | .television | .tvSystem | .fireTV | .puffin | .console
    }

    /// A form factor that does not depend on the platform.
    private func rareForm(_ arena: borrowing ByteArena) -> FormFactor? {
        if has(.wearable) || has(.headset) { return .wearable }
        if has(.television) || has(.tvSystem) || has(.fireTV) { return .tv }
        if let letters = puffinLetters(arena) { return letters.1 == UInt8(ascii: "t") ? .tablet : .phone }
        return has(.console) ? .other : nil
    }

    /// Android browsers include `Mobile` on phones and omit it on tablets and televisions. Tablets with telephony
    /// include it too; those are recognized by their model series.
    private func androidFormFactor(_ arena: borrowing ByteArena) -> FormFactor {
        if has(.boxInModel) || modelStartsWithDiagonal(arena) { return .tv }
        if has(.mobile) {
            guard hasAny(of: Sign.tablet | .largeScreen | .padInModel | .inchesInSeries) else { return .phone }
            if has(.tablet) || has(.largeScreen) || (has(.padInModel) && !has(.phone)) { return .tablet }
            return has(.inchesInSeries) && namesTabletSeries(model(arena), arena) ? .tablet : .phone
        }
        let model = model(arena)
        if has(.desktop) { return .desktop }
        // Model series are stronger evidence than generic words in model names.
        if has(.tablet) { return .tablet }
        if has(.tvInModel) { return .tv }
        if has(.largeScreen) { return namesDiagonal(model, arena) ? .tv : .tablet }
        if has(.phone) { return .phone }
        if namesDiagonal(model, arena) || namesPanel(model, arena) { return .tv }
        if has(.padInModel) { return .tablet }
        return has(.mozilla) ? .tablet : .phone
    }

    private var otherFormFactor: FormFactor {
        if has(.tablet) && !has(.featurePhone) { return .tablet }
        if has(.desktop) { return .desktop }
        if has(.maybeOtherSystem) && !has(.mobile) && !has(.featurePhone) { return .desktop }
        if has(.windowsPhone) || isWindowsMobile || has(.mobile) || has(.phone) || has(.featurePhone)
            || has(.otherSystem)
        {
            return .phone
        }
        return has(.x11) ? .desktop : .unknown
    }
}
