/// A random log in the vhost_combined format: links of all forms, secrets in many places, lines that are no clicks and
/// invalid lines.
public struct ClickLog {
    /// Texts that no report, sample, part or export may contain.
    public static let secrets = ["SECRETcode1234567", "AIzaSECRETkey", "jane.secret.doe"]

    private var random: SplitMix64

    public init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    public mutating func lines(_ count: Int) -> [String] {
        (0..<count).map { line($0) }
    }

    private mutating func line(_ index: Int) -> String {
        switch Int.random(in: 0..<100, using: &random) {
        case 0: return "no line of a log: oobCode=SECRETcode1234567 jane.secret.doe@example.com \(index)"
        case 1: return "example.page.link:443 192.0.2.1 - - [01/Nov/2026:00:00:00 +0000] \"GET /unclosed"
        case 2: return written("POST", "example.page.link", "/WXYZ", index)
        case 3: return written("GET", "example.page.link", "/robots.txt", index)
        default: return written("GET", Self.hosts.randomElement(using: &random) ?? "", target(), index)
        }
    }

    private mutating func target() -> String {
        let item = Int.random(in: 0..<40, using: &random)
        let action =
            "https%3A%2F%2Fexample-app.firebaseapp.com%2F__%2Fauth%2Faction%3Fmode%3DsignIn%26oobCode%3DSECRETcode1234567"
            + "%26apiKey%3DAIzaSECRETkey%26continueUrl%3Dhttps%253A%252F%252Fwww.example.com%252F%253Femail%253Djane.secret.doe"
            + "%252540example.com"
        let plain =
            "/?link=https%3A%2F%2Fwww.example.com%2Fitem%2F\(item)&apn=com.example.android&ibi=com.example.ios&isi=1234567"
        let targets = [
            plain, plain, plain, "/WXYZ", "/WXYZ?utm_source=mail", "/NOPE\(item)",
            "/?link=\(action)&apn=com.example.android&ibi=com.example.ios&amv=12",
            "/?link=https%3A%2F%2Fevil.example%2F\(item)", "/jane.secret.doe@example.com/\(item)",
            "/?link=https%3A%2F%2Fwww.example.com%2Fjane.secret.doe%40example.com&apn=com.example.android",
            "/%zz",
        ]
        return targets.randomElement(using: &random) ?? "/"
    }

    private mutating func written(_ method: String, _ host: String, _ target: String, _ index: Int) -> String {
        let hour = min(23, index / 50)
        let time = "0\(1 + index % 3)/Nov/2026:\(hour < 10 ? "0" : "")\(hour):\(10 + index % 50):00 +0000"
        let address = "192.0.2.\(Int.random(in: 1..<255, using: &random))"
        let status = [200, 302, 302, 404].randomElement(using: &random) ?? 200
        let agent = Self.agents.randomElement(using: &random) ?? "-"
        return "\(host):443 \(address) - - [\(time)] \"\(method) \(target) HTTP/1.1\" \(status) 512 \"-\" \"\(agent)\""
    }

    private static let hosts = ["example.page.link", "example.page.link", "links.example.com", "nobody.example"]

    private static let agents = [
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 300.0.0.0",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36",
        "Mozilla/5.0 (Linux; Android 13; SM-G991B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/86.0 Mobile Safari/537.36 MicroMessenger/8.0",
        "WhatsApp/2.23.20.0 A", "Googlebot/2.1 (+http://www.google.com/bot.html)",
        "Mozilla/5.0 (Linux; Android 14; Evil\\\"</script><b>jane.secret.doe@example.com</b>) Chrome/137.0", "-",
    ]
}
