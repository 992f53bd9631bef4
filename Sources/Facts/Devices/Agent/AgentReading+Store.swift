import ByteText

extension AgentReading {
    /// The store of the device if it runs Android: `play` unless there is evidence for another one.
    ///
    /// Huawei phones since 2019 have no Google Play. Their browser sends `HMSCore`, and also `GMSCore` if Google's services are
    /// installed. Other browsers on them send neither, so the store goes undetected. Android headsets, such as Meta's
    /// Quest and Pico's, have their own stores, for which sites do not list apps.
    func androidStore(_ arena: borrowing ByteArena) -> DeviceStore {
        // Very few agents contain any of these signs.
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

    /// Whether a model matches Amazon's tablet names: `KF` and two to six more capitals (Fire Tablet Device
    /// Specifications), followed by a build number.
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
