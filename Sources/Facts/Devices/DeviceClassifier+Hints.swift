import ByteText

extension DeviceClassifier {
    /// Corrects the result from the agent with client hints.
    func apply(
        _ hints: ClientHints, _ findsBrowserVersion: Bool, to device: inout Device, in arena: inout ByteArena
    ) {
        if let name = Self.text(hints.platform, &arena) { Self.applyPlatform(name, to: &device, arena) }
        if let version = Self.text(hints.platformVersion, &arena) {
            Self.applyVersion(version, to: &device, in: &arena)
        }
        if let field = hints.mobile, case .boolean(let mobile)? = StructuredFieldReader.item(field, &arena) {
            Self.applyMobile(mobile, to: &device)
        }
        if let model = Self.text(hints.model, &arena) { applyModel(model, to: &device, in: &arena) }
        if let field = hints.formFactors { Self.applyFormFactors(field, to: &device, &arena) }
        // The full list includes the brands of the short one; browsers send it only on request.
        if let field = hints.fullVersionList ?? hints.brands {
            Self.applyBrands(field, findsBrowserVersion, to: &device, &arena)
        }
        if let package = hints.requestedWith { Self.applyPackage(arena[package], to: &device) }
        if hints.signatureAgent != nil { (device.bot, device.botKind) = (true, device.botKind ?? .ai) }
    }

    /// The text of a string item. Some intermediaries drop the quotes, so a value without an opening quote is taken as is.
    private static func text(_ field: TextRange?, _ arena: inout ByteArena) -> TextRange? {
        guard let field, !field.isEmpty else { return nil }
        guard arena[field.start] == UInt8(ascii: "\"") else { return field }
        guard case .string(let text)? = StructuredFieldReader.item(field, &arena) else { return nil }
        return text
    }

    private static func applyPlatform(_ name: TextRange, to device: inout Device, _ arena: borrowing ByteArena) {
        if let platform = platform(hinted: arena[name], besides: device.platform) { device.adopt(platform) }
    }

    /// The platform for a name that browsers send; `nil` for any other name.
    private static func platform(hinted name: Span<UInt8>, besides agent: Platform) -> Platform? {
        // HarmonyOS imitates other systems for sites that do not know it.
        if agent == .harmonyos { return nil }
        if name.equalsIgnoringCase("android") { return .android }
        // Chromium on iPads also sends iOS; only the agent distinguishes them.
        if name.equalsIgnoringCase("ios") { return agent == .ipados ? .ipados : .ios }
        if name.equalsIgnoringCase("macos") || name.equalsIgnoringCase("mac os x") { return .macos }
        if name.equalsIgnoringCase("windows") { return .windows }
        if name.equalsIgnoringCase("chrome os") || name.equalsIgnoringCase("chromium os") { return .chromeos }
        // Any system with a Linux kernel may send this; a more specific platform from the agent takes precedence.
        if name.equalsIgnoringCase("linux") {
            let isDesktop = agent == .macos || agent == .windows || agent == .unknown
            return isDesktop ? .linux : nil
        }
        return nil
    }

    private static func applyVersion(_ version: TextRange, to device: inout Device, in arena: inout ByteArena) {
        guard !version.isEmpty, arena[version.start].isDigit else { return }
        switch device.platform {
        case .android, .ios, .ipados, .macos, .chromeos: device.osVersion = version
        case .windows: device.osVersion = windowsVersion(contract: version, in: &arena)
        case .linux, .harmonyos, .other, .unknown: return
        }
    }

    /// Windows sends the version of an API contract: 0.1 to 0.3 are Windows 7 to 8.1, 1 to 12 are Windows 10, and 13 and later
    /// are Windows 11 (User-Agent Client Hints, section 6.2.9, and browser behavior).
    private static func windowsVersion(contract: TextRange, in arena: inout ByteArena) -> TextRange {
        var end = contract.start
        while end < contract.end, arena[end].isDigit { end += 1 }
        guard let major = arena[TextRange(offset: contract.start, count: end - contract.start)].decimalValue else {
            return .empty
        }
        if major >= 13 { return arena.append("11" as StaticString) }
        if major > 0 { return arena.append("10.0" as StaticString) }
        guard end + 1 < contract.end else { return .empty }
        switch arena[end + 1] {
        case UInt8(ascii: "1"): return arena.append("6.1" as StaticString)
        case UInt8(ascii: "2"): return arena.append("6.2" as StaticString)
        case UInt8(ascii: "3"): return arena.append("6.3" as StaticString)
        default: return .empty
        }
    }

    private static func applyMobile(_ mobile: Bool, to device: inout Device) {
        guard device.platform == .android || device.platform == .unknown else { return }
        switch device.formFactor {
        case .unknown, .tablet: if mobile { device.formFactor = .phone }
        case .phone: if !mobile, device.platform == .android { device.formFactor = .tablet }
        default: return
        }
    }

    /// Chrome's agents no longer contain the model, so the hint overrides the agent.
    ///
    /// The model is read within the agent that Chrome sent before, so that a model means the same in both.
    private func applyModel(_ model: TextRange, to device: inout Device, in arena: inout ByteArena) {
        guard device.platform == .android, !model.isEmpty else { return }
        let mark = arena.count
        arena.append("Mozilla/5.0 (Linux; Android 10; " as StaticString)
        arena.append(copyOf: model)
        arena.append(") AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 " as StaticString)
        if device.formFactor == .phone { arena.append("Mobile " as StaticString) }
        arena.append("Safari/537.36" as StaticString)
        let reading = AgentReading(arena.piece(from: mark), by: automaton, in: arena)
        device.formFactor = reading.formFactor(on: .android, arena)
        let store = reading.androidStore(arena)
        if store != .play { device.store = store }
        arena.truncate(to: mark)
    }

    /// Uses the first form factor in the list that is supported; `EInk` is not.
    private static func applyFormFactors(_ field: TextRange, to device: inout Device, _ arena: inout ByteArena) {
        guard StructuredFieldReader.isStringList(field, &arena) else { return }
        var list = StructuredFieldReader(field)
        while let name = list.nextString(&arena) {
            if let formFactor = formFactor(hinted: arena[name]) {
                device.formFactor = formFactor
                return
            }
        }
    }

    private static func formFactor(hinted name: Span<UInt8>) -> FormFactor? {
        if name.equalsIgnoringCase("tablet") { return .tablet }
        if name.equalsIgnoringCase("mobile") { return .phone }
        if name.equalsIgnoringCase("desktop") { return .desktop }
        if name.equalsIgnoringCase("watch") || name.equalsIgnoringCase("xr") { return .wearable }
        if name.equalsIgnoringCase("automotive") { return .other }
        return nil
    }

    /// Web views and headless browsers appear among the brands even if their agents imitate another browser.
    /// The most specific brand determines the browser.
    private static func applyBrands(
        _ field: TextRange, _ findsBrowserVersion: Bool, to device: inout Device, _ arena: inout ByteArena
    ) {
        guard StructuredFieldReader.isStringList(field, &arena) else { return }
        var list = StructuredFieldReader(field)
        var named: (browser: Browser, version: TextRange?)?
        while let (name, version) = list.nextBrand(&arena) {
            let brand = arena[name]
            if let browser = BrandName.browser(brand), browser.rawValue > named?.browser.rawValue ?? 0 {
                named = (browser, version)
            }
            if brand.equals("Android WebView"), device.inApp == .none || device.inApp == .unknown {
                device.inApp = .androidWebView
            }
            if brand.equals("HeadlessChrome"), !device.bot {
                device.bot = true
                device.botKind = .library
            }
        }
        if let named {
            applyBrowser(named.browser, findsBrowserVersion ? named.version : nil, to: &device, arena)
        }
    }

    /// The short list contains only major versions. If the agent's version matches, it is more precise and kept.
    private static func applyBrowser(
        _ browser: Browser, _ version: TextRange?, to device: inout Device, _ arena: borrowing ByteArena
    ) {
        let known = device.browser == browser ? device.browserVersion : .empty
        device.browser = browser
        device.browserVersion = known
        guard let version, !version.isEmpty, DeviceProfile.isVersion(arena[version]) else { return }
        if !isPrecise(arena[known], as: arena[version]) { device.browserVersion = version }
    }

    /// Whether a version equals another or extends it with further numbers.
    private static func isPrecise(_ known: Span<UInt8>, as version: Span<UInt8>) -> Bool {
        guard known.count >= version.count, known.extracting(0..<version.count).equals(version) else { return false }
        return known.count == version.count || known[version.count] == UInt8(ascii: ".")
    }

    /// A listed app overrides the agent. An unlisted app only turns an unidentified web view into `other`.
    private static func applyPackage(_ package: Span<UInt8>, to device: inout Device) {
        guard !device.bot, let app = PackageName.inApp(package) else { return }
        if app == .none, device.browser.rawValue <= Browser.chrome.rawValue, let browser = PackageName.browser(package)
        {
            device.browser = browser
            device.browserVersion = .empty
        }
        let isNameless = device.inApp == .androidWebView || device.inApp == .unknown || device.inApp == .other
        switch app {
        case .none, .other: if isNameless { device.inApp = app }
        default: device.inApp = app
        }
    }
}

/// The browser for a brand in `Sec-CH-UA` and `Sec-CH-UA-Full-Version-List` (User-Agent Client Hints, section 3).
enum BrandName {
    private static let rows: [(name: StaticString, browser: Browser)] = [
        ("Google Chrome", .chrome), ("HeadlessChrome", .chrome), ("Microsoft Edge", .edge), ("Edge", .edge),
        ("Opera", .opera), ("OperaMobile", .opera), ("Opera GX", .opera), ("Opera Mini Android", .opera),
        ("Brave", .brave), ("Brave Browser", .brave), ("Samsung Internet", .samsungInternet),
        ("DuckDuckGo", .duckduckgo), ("YaBrowser", .yandex), ("Yandex", .yandex), ("Vivaldi", .vivaldi),
        ("Amazon Silk", .silk), ("HuaweiBrowser", .huaweiBrowser), ("Huawei Browser", .huaweiBrowser),
        ("UCBrowser", .uc), ("MiuiBrowser", .miBrowser), ("Firefox", .firefox),
    ]

    /// The browser, or `nil` for unlisted brands, including `Chromium` and GREASE brands. The browser from the agent is
    /// kept then.
    static func browser(_ brand: Span<UInt8>) -> Browser? {
        for row in rows where brand.equals(row.name) { return row.browser }
        return nil
    }
}
