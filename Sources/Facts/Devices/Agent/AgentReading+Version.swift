import ByteText

extension AgentReading {
    /// The operating system version, if the agent contains it.
    func systemVersion(on platform: Platform, in arena: inout ByteArena) -> TextRange {
        switch platform {
        case .android: return androidVersion(in: &arena)
        case .ios, .ipados: return appleMobileVersion(in: &arena)
        case .macos: return macVersion(in: &arena)
        case .windows: return windowsVersion(in: &arena)
        case .chromeos: return dotted(after: .chromeOS, in: &arena)
        case .harmonyos: return harmonyVersion(in: &arena)
        case .linux, .other, .unknown: return .empty
        }
    }

    /// OpenHarmony's version, which is that of HarmonyOS from 5 on.
    private func harmonyVersion(in arena: inout ByteArena) -> TextRange {
        guard let end = sightings.end(of: .openHarmony), let mark = byte(end, arena),
            mark == UInt8(ascii: " ") || mark == UInt8(ascii: "/")
        else { return .empty }
        return dotted(at: end + 1, in: &arena)
    }

    private func androidVersion(in arena: inout ByteArena) -> TextRange {
        if let version = sightings.end(of: .strongAndroidVersion) ?? sightings.end(of: .androidVersion) {
            // API levels have two digits and begin with at least 2; hardly any version does.
            if let tens = byte(version, arena), tens.isDigit, tens >= UInt8(ascii: "2"),
                let release = androidRelease(at: version, arena)
            {
                return Self.constant(release, in: &arena)
            }
            return dotted(at: version, in: &arena)
        }
        if let level = sightings.end(of: .instagramAndroid), let number = number(at: level, arena) {
            return byte(number.end, arena) == UInt8(ascii: "/") ? dotted(at: number.end + 1, in: &arena) : .empty
        }
        return dotted(after: .facebookSystemVersion, in: &arena)
    }

    /// The Android version for an API level sent instead of the version.
    private func androidRelease(at offset: Int, _ arena: borrowing ByteArena) -> StaticString? {
        guard let next = byte(offset + 1, arena), next.isDigit, let level = number(at: offset, arena) else {
            return nil
        }
        return AndroidRelease(level: level.value)?.version
    }

    /// As of iOS 26 the system version is frozen at 18.6 or 18.7; only Safari's `Version/26…` changes.
    private func appleMobileVersion(in arena: inout ByteArena) -> TextRange {
        guard let system = sightings.end(of: .iosVersion) ?? sightings.end(of: .looseIosVersion) else {
            if has(.facebookSystemVersion) { return dotted(after: .facebookSystemVersion, in: &arena) }
            if has(.hardware), let start = versionBeforeHardware(arena) { return dotted(at: start, in: &arena) }
            return darwinVersion(mac: false, in: &arena)
        }
        if isFrozen(system, arena), let current = unfrozenVersion(arena) {
            return dotted(at: current, in: &arena)
        }
        return isCompact(system, arena) ? spreadDigits(at: system, in: &arena) : dotted(at: system, in: &arena)
    }

    /// The offset of the version before the name of the device: `iPhone/18.6 hw/iPhone16_2`.
    private func versionBeforeHardware(_ arena: borrowing ByteArena) -> Int? {
        let bytes = arena[agent]
        var start: Int?
        for index in bytes.indices where bytes[index] == UInt8(ascii: "/") {
            if index > 2, bytes[index - 1] == UInt8(ascii: "w"), bytes[index - 2] == UInt8(ascii: "h") { return start }
            start = index + 1
        }
        return nil
    }

    /// The offset of the actual version behind a frozen one: in Safari's or Facebook's version field, or after `iOS` as in
    /// Instagram and Meta's other apps.
    private func unfrozenVersion(_ arena: borrowing ByteArena) -> Int? {
        // Facebook's also contains the patch level.
        if let end = version(after: .facebookSystemVersion, from: 18, arena) { return end }
        return version(after: .looseIosVersion, from: 26, arena) ?? version(after: .browserVersion, from: 26, arena)
    }

    private func version(after sign: Sign, from lowest: Int, _ arena: borrowing ByteArena) -> Int? {
        guard let end = sightings.end(of: sign), let major = number(at: end, arena) else { return nil }
        return major.value >= lowest ? end : nil
    }

    /// Old Google apps omit the separators: `OS 811` is 8.1.1.
    private func isCompact(_ offset: Int, _ arena: borrowing ByteArena) -> Bool {
        // Hardly any version begins with three digits.
        guard let third = byte(offset + 2, arena), third.isDigit else { return false }
        guard let number = number(at: offset, arena), number.end == offset + 3 else { return false }
        let after = byte(number.end, arena)
        return after != UInt8(ascii: "_") && after != UInt8(ascii: ".")
    }

    private func spreadDigits(at offset: Int, in arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        for index in offset..<offset + 3 {
            if index > offset { arena.append(UInt8(ascii: ".")) }
            arena.append(arena[agent.start + index])
        }
        return arena.piece(from: mark)
    }

    private func isFrozen(_ offset: Int, _ arena: borrowing ByteArena) -> Bool {
        guard byte(offset, arena) == UInt8(ascii: "1"), byte(offset + 1, arena) == UInt8(ascii: "8") else {
            return false
        }
        guard let separator = byte(offset + 2, arena), !separator.isDigit else { return false }
        let minor = byte(offset + 3, arena)
        guard minor == UInt8(ascii: "6") || minor == UInt8(ascii: "7") else { return false }
        return byte(offset + 4, arena)?.isDigit != true
    }

    private func macVersion(in arena: inout ByteArena) -> TextRange {
        if has(.macVersion) { return dotted(after: .macVersion, in: &arena) }
        if has(.darwin) { return darwinVersion(mac: true, in: &arena) }
        // Everything called Mac OS X is version 10.
        return has(.macOSX) ? Self.constant("10", in: &arena) : .empty
    }

    private func windowsVersion(in arena: inout ByteArena) -> TextRange {
        if has(.windowsNT) {
            let version = dotted(after: .windowsNT, in: &arena)
            // The version of the first Windows 10 previews.
            return arena[version].equals("6.4") ? Self.constant("10.0", in: &arena) : version
        }
        if has(.windowsXP) { return Self.constant("5.1", in: &arena) }
        if has(.windowsVista) { return Self.constant("6.0", in: &arena) }
        return marketedWindowsVersion(in: &arena)
    }

    /// The `Windows NT` version for a name such as `Windows 2000`.
    private func marketedWindowsVersion(in arena: inout ByteArena) -> TextRange {
        guard let end = sightings.end(of: .windowsVersion), let name = number(at: end, arena) else { return .empty }
        switch name.value {
        case 2000: return Self.constant("5.0", in: &arena)
        case 7: return Self.constant("6.1", in: &arena)
        case 8: return Self.constant(byte(name.end, arena) == UInt8(ascii: ".") ? "6.3" : "6.2", in: &arena)
        case 32, 64: return .empty
        default: return dotted(at: end, in: &arena)
        }
    }

    private static func constant(_ text: StaticString, in arena: inout ByteArena) -> TextRange {
        arena.append(text)
    }

    private func darwinVersion(mac: Bool, in arena: inout ByteArena) -> TextRange {
        guard let end = sightings.end(of: .darwin), let major = number(at: end, arena) else { return .empty }
        let network = networkVersion(arena)
        guard let release = DarwinRelease(major: major.value, network: network) else { return .empty }
        let mark = arena.count
        arena.append(mac ? release.macVersion : release.iosVersion)
        return arena.piece(from: mark)
    }

    private func networkVersion(_ arena: borrowing ByteArena) -> Int {
        guard let end = sightings.end(of: .cfNetwork) else { return 0 }
        return number(at: end, arena)?.value ?? 0
    }

    func dotted(after sign: Sign, in arena: inout ByteArena) -> TextRange {
        guard let end = sightings.end(of: sign) else { return .empty }
        return dotted(at: end, in: &arena)
    }

    /// The dot-separated version at an offset. A range of the agent itself if it uses dots.
    func dotted(at offset: Int, in arena: inout ByteArena) -> TextRange {
        guard let version = arena[agent].shortVersion(at: offset) else { return longDotted(at: offset, in: &arena) }
        guard version.hasUnderscores else { return agent[offset..<offset &+ version.count] }
        let mark = arena.count
        arena.append(littleEndian: UInt32(truncatingIfNeeded: version.word))
        arena.append(littleEndian: UInt32(truncatingIfNeeded: version.word &>> 32))
        arena.truncate(to: mark &+ version.count)
        return arena.piece(from: mark)
    }

    /// The dot-separated version at an offset, byte by byte.
    private func longDotted(at offset: Int, in arena: inout ByteArena) -> TextRange {
        var end = offset
        var hasUnderscores = false
        while let next = byte(end, arena) {
            if !next.isDigit {
                let isUnderscore = next == UInt8(ascii: "_")
                guard isUnderscore || next == UInt8(ascii: "."), end > offset else { break }
                guard let after = byte(end + 1, arena), after.isDigit else { break }
                hasUnderscores = hasUnderscores || isUnderscore
            }
            end += 1
        }
        let piece = agent[offset..<end]
        guard hasUnderscores else { return piece }
        let mark = arena.count
        for index in piece.indices {
            let byte = arena[index]
            arena.append(byte == UInt8(ascii: "_") ? UInt8(ascii: ".") : byte)
        }
        return arena.piece(from: mark)
    }
}

/// The Android version for an API level, according to the Android developer documentation. Some apps send the API level
/// instead of the version.
struct AndroidRelease {
    /// Version numbers are still well below this level.
    private static let firstLevel = 21

    let version: StaticString

    /// `nil` for an unlisted level.
    init?(level: Int) {
        guard level >= Self.firstLevel, level - Self.firstLevel < Self.versions.count else { return nil }
        version = Self.versions[level - Self.firstLevel]
    }

    /// Versions from level 21 on.
    private static let versions: [StaticString] = [
        "5.0", "5.1", "6.0", "7.0", "7.1", "8.0", "8.1", "9", "10", "11", "12", "12.1", "13", "14", "15", "16", "17",
    ]
}

/// The system versions that shipped with a Darwin kernel, derived from `CFNetwork/… Darwin/…`.
struct DarwinRelease {
    let iosVersion: StaticString
    let macVersion: StaticString

    /// - Parameter network: CFNetwork's major version, which distinguishes the two iOS releases on Darwin 11 and on 14.
    init?(major: Int, network: Int) {
        guard major >= 9 && major - 9 < Self.rows.count else { return nil }
        let row = Self.rows[major - 9]
        macVersion = row.mac
        switch (major, network) {
        case (10, ..<480): iosVersion = "3"
        case (11, ..<540): iosVersion = "4"
        case (14, 700...): iosVersion = "8"
        default: iosVersion = row.ios
        }
    }

    /// Releases from Darwin 9 on.
    private static let rows: [(ios: StaticString, mac: StaticString)] = [
        ("2", "10.5"), ("4", "10.6"), ("5", "10.7"), ("", "10.8"), ("6", "10.9"), ("7", "10.10"), ("9", "10.11"),
        ("10", "10.12"), ("11", "10.13"), ("12", "10.14"), ("13", "10.15"), ("14", "11"), ("15", "12"), ("16", "13"),
        ("17", "14"), ("18", "15"), ("26", "26"), ("27", "27"),
    ]
}
