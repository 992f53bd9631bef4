import ByteText

extension AgentReading {
    /// The browser named by the agent.
    func browser(on platform: Platform) -> Browser {
        if let browser = sightings.browser { return browser }
        if has(.namedBrowser) { return .other }
        if has(.chrome) { return .chrome }
        guard has(.mozilla) else { return .unknown }
        return isSafari(on: platform) ? .safari : .other
    }

    /// Safari contains `Version/`; web views and other WebKit browsers mostly do not.
    private func isSafari(on platform: Platform) -> Bool {
        guard has(.safari) && has(.appleWebKit) && has(.browserVersion) else { return false }
        switch platform {
        case .ios, .ipados, .macos, .windows: return true
        case .android, .linux, .chromeos, .harmonyos, .other, .unknown: return false
        }
    }

    /// The version after the browser's name.
    func version(of browser: Browser, _ arena: borrowing ByteArena) -> TextRange {
        let bytes = arena[agent]
        guard let start = versionStart(of: browser, bytes) else { return .empty }
        var end = start
        while end < bytes.count {
            if !bytes[end].isDigit {
                let isDot = bytes[end] == UInt8(ascii: ".") && end > start
                guard isDot, end + 1 < bytes.count, bytes[end + 1].isDigit else { break }
            }
            end += 1
        }
        return agent[start..<end]
    }

    private func versionStart(of browser: Browser, _ bytes: Span<UInt8>) -> Int? {
        switch browser {
        case .unknown, .other: return nil
        case .chrome where sightings.browser == nil: return chromeVersion(bytes)
        case .safari: return sightings.end(of: .browserVersion)
        default:
            let end = Int(sightings.browserEnd)
            let isMarked = end < bytes.count && (bytes[end] == UInt8(ascii: "/") || bytes[end] == UInt8(ascii: " "))
            return isMarked ? end + 1 : end
        }
    }

    /// The start of Chrome's version. The name usually follows directly after the engine, so the whole agent is rarely
    /// searched.
    private func chromeVersion(_ bytes: Span<UInt8>) -> Int? {
        var start = Int(sightings.engineEnd)
        var next = start
        while !Self.isChrome(bytes, at: start) {
            guard let slash = bytes.firstIndex(of: UInt8(ascii: "/"), from: next) else { return nil }
            start = slash - 6
            next = slash + 1
        }
        return start + 7
    }

    /// Whether `Chrome/`, in any case, is at an index.
    @inline(__always)
    private static func isChrome(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        guard index >= 0, index + 7 <= bytes.count else { return false }
        return bytes.shortWord(at: index, count: 7) | 0x0000_2020_2020_2020 == 0x002F_656D_6F72_6863
    }
}
