import ByteText

extension AgentReading {
    /// The store of the device if it is an Android: `play` where nothing speaks for another one.
    ///
    /// Huawei's phones since 2019 have no Google Play; their browser says `HMSCore`, and `GMSCore` as well where Google's
    /// services are there. Other browsers on them don't say it, and then it remains unseen. Headsets on Android, such as Meta's
    /// Quest and Pico's, have stores of their own, for which no site lists apps.
    func androidStore(_ arena: borrowing ByteArena) -> DeviceStore {
        // Hardly any agent says any of it.
        guard sightings.signs.intersects(Self.storeSigns) else { return .play }
        if has(.silk) || has(.fireTV) || has(.kindleFire) || has(.maybeFireTablet) && isFireTablet(arena) {
            return .amazon
        }
        if has(.headset) { return .none }
        return (has(.hmsCore) || has(.harmony) || has(.openHarmony)) && !has(.gmsCore) ? .huawei : .play
    }

    @inline(__always)
    private static var storeSigns: SignSet {
        var signs = SignSet()
        signs.insert(.silk)
        signs.insert(.fireTV)
        signs.insert(.kindleFire)
        signs.insert(.maybeFireTablet)
        signs.insert(.hmsCore)
        signs.insert(.harmony)
        signs.insert(.openHarmony)
        signs.insert(.headset)
        return signs
    }

    private func isFireTablet(_ arena: borrowing ByteArena) -> Bool {
        let model = agent[model(arena)]
        return Self.isFireTablet(arena[model])
    }

    /// Whether a model is named as Amazon names its tablets: `KF` and two to six more capitals (Fire Tablet Device
    /// Specifications), before the number of a build.
    static func isFireTablet(_ model: Span<UInt8>) -> Bool {
        guard model.starts(with: "KF") else { return false }
        var end = 2
        while end < model.count, model[end] != 0x20 {
            guard model[end] &- 0x41 < 26 else { return false }
            end += 1
        }
        return 4...8 ~= end
    }
}
