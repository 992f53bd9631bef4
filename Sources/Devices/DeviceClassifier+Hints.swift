import ByteText

extension DeviceClassifier {
    /// Lets client hints correct what the agent told.
    func apply(_ hints: ClientHints, to device: inout Device, in arena: inout ByteArena) {
        if let field = hints.platform, let name = Self.unquoted(field, arena) {
            let platform = Self.platform(hinted: arena[name], besides: device.platform)
            if let platform, platform != device.platform {
                device.platform = platform
                device.osVersion = .empty
                device.formFactor = .unknown
            }
        }
        if let field = hints.platformVersion, let version = Self.unquoted(field, arena) {
            Self.applyVersion(version, to: &device, arena)
        }
        Self.applyForm(hints, to: &device, arena)
        if let package = hints.requestedWith, !device.bot { Self.applyPackage(package, to: &device, arena) }
    }

    /// The text of a string item, or nil for another type and for an empty string.
    private static func unquoted(_ field: TextRange, _ arena: borrowing ByteArena) -> TextRange? {
        guard field.count > 2, arena[field.start] == 0x22, arena[field.end - 1] == 0x22 else { return nil }
        return field[1..<Int(field.count) - 1]
    }

    /// The names that browsers send, and nothing else: a name that is none of them says nothing.
    private static func platform(hinted name: Span<UInt8>, besides agent: Platform) -> Platform? {
        if name.equalsIgnoringCase("android") { return .android }
        // Chromium on an iPad says iOS too; only the agent can tell them apart.
        if name.equalsIgnoringCase("ios") { return agent == .ipados ? .ipados : .ios }
        if name.equalsIgnoringCase("macos") || name.equalsIgnoringCase("mac os x") { return .macos }
        if name.equalsIgnoringCase("windows") { return .windows }
        if name.equalsIgnoringCase("chrome os") || name.equalsIgnoringCase("chromium os") { return .chromeos }
        // Android browsers in desktop mode say Linux in agent and hint alike; hint and agent then agree anyhow.
        if name.equalsIgnoringCase("linux") { return agent == .unknown ? .linux : nil }
        return nil
    }

    private static func applyVersion(_ version: TextRange, to device: inout Device, _ arena: borrowing ByteArena) {
        guard arena[version.start].isDigit else { return }
        switch device.platform {
        case .android, .ios, .ipados, .macos, .chromeos: device.osVersion = version
        // Windows counts API contracts here: 0.x up to 8.1, below 13 for Windows 10, else Windows 11.
        default: return
        }
    }

    private static func applyForm(_ hints: ClientHints, to device: inout Device, _ arena: borrowing ByteArena) {
        if let field = hints.mobile, arena[field].equals("?1"),
            device.formFactor == .unknown || device.formFactor == .desktop
        {
            device.formFactor = .phone
        }
    }

    private static func applyPackage(_ package: TextRange, to device: inout Device, _ arena: borrowing ByteArena) {
        if let app = PackageName.inApp(arena[package]) { device.inApp = app }
    }
}
