import ByteText

/// Writes an access log of clicks in the combined format: the same bytes for the same numbers.
///
/// Links are as people click them: a few campaigns often, most seldom, and mail links once each. User agents are some
/// thousands, a few of them often. A twentieth is what scanners ask for.
struct ClickLog {
    private var state: UInt64
    private var second = 0
    private let isUnique: Bool

    /// How many different links there are besides mail links, and how many user agents.
    static let campaigns = 50_000
    static let agents = 4_000

    /// - Parameter isUnique: Whether nearly every click is on a link of its own.
    init(seed: UInt64, isUnique: Bool = false) {
        state = seed
        self.isUnique = isUnique
    }

    /// Appends lines.
    mutating func append(_ count: Int, to bytes: inout [UInt8]) {
        for _ in 0..<count {
            if number(below: 50) == 0 { second += 1 }
            bytes += "10.\(number(below: 256)).\(number(below: 256)).\(number(below: 256)) - - [\(time)] \"GET ".utf8
            bytes += target().utf8
            bytes += " HTTP/1.1\" 302 \(number(below: 900)) \"-\" \"".utf8
            bytes += agent().utf8
            bytes += "\"\n".utf8
        }
    }

    private mutating func number(below bound: Int) -> Int {
        Int(state.nextSplitMix() % UInt64(bound))
    }

    /// Of a number of things one, the first ones more often: by the cube of an even draw.
    private mutating func popular(of count: Int) -> Int {
        let draw = number(below: 1 << 20)
        return Int(UInt64(draw) * UInt64(draw) * UInt64(draw) >> 40) * count >> 20
    }

    private var time: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hour, minute) = (second / 3600 % 24, second / 60 % 60)
        return "21/Nov/2026:\(two(hour)):\(two(minute)):\(two(second % 60)) +0000"
    }

    private mutating func target() -> String {
        if isUnique, number(below: 20) > 0 { return Self.campaign(number(below: 1 << 40)) }
        switch number(below: 100) {
        case 0..<35: return number(below: 5) == 0 ? "/WXYZ?utm_source=mail" : "/WXYZ"
        case 35..<75: return Self.campaign(popular(of: Self.campaigns))
        case 75..<85: return mailLink()
        case 85..<95: return "/?link=https%3A%2F%2Fevil.example%2F\(popular(of: 1000))"
        default: return ["/wp-login.php", "/.env", "/a/b/c", "/%2e%2e/etc/passwd", "/favicon.ico"][number(below: 5)]
        }
    }

    private static func campaign(_ index: Int) -> String {
        "/?link=https%3A%2F%2Fwww.example.com%2Fitem%2F\(index)%3Fpromo%3D\(index % 99)&apn=com.example.android"
            + "&amv=\(index % 40 + 1)&ibi=com.example.ios&isi=1234567"
            + (index % 3 == 0 ? "&ifl=https%3A%2F%2Fwww.example.com%2Fios" : "") + (index % 4 == 0 ? "&efr=1" : "")
    }

    private mutating func mailLink() -> String {
        var code = ""
        for _ in 0..<5 { code += String(UInt64(number(below: 1 << 40)) | 1 << 40, radix: 36) }
        return "/?link=https://example-app.firebaseapp.com/__/auth/action?mode%3DverifyEmail%26oobCode%3D\(code)"
            + "%26apiKey%3DAIza%26continueUrl%3Dhttps%253A%252F%252Fwww.example.com%252F%253Fcart%253D1%26lang%3Den"
            + "&apn=com.example.android&amv=12&ibi=com.example.ios"
    }

    private mutating func agent() -> String {
        let index = popular(of: Self.agents)
        switch index % 8 {
        case 0, 1, 2, 3:
            return
                "Mozilla/5.0 (Linux; Android \(8 + index % 8); SM-A\(100 + index % 900)F) AppleWebKit/537.36 (KHTML, "
                + "like Gecko) Chrome/\(100 + index % 40).0.\(index).0 Mobile Safari/537.36"
        case 4, 5:
            return "Mozilla/5.0 (iPhone; CPU iPhone OS \(12 + index % 7)_\(index % 6) like Mac OS X) "
                + "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/\(12 + index % 7).\(index % 6) Mobile/15E\(index) "
                + "Safari/604.1"
        case 6:
            return "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
                + "Chrome/\(100 + index % 40).0.\(index).0 Safari/537.36"
        default:
            return "Mozilla/5.0 (Linux; Android 12; Pixel \(index % 9)) AppleWebKit/537.36 (KHTML, like Gecko) "
                + "Version/4.0 Chrome/110.0.\(index).0 Mobile Safari/537.36 [FBAN/EMA;FBLC/en_US;FBAV/\(index).0.0]"
        }
    }
}
