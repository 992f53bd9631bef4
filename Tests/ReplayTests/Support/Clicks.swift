import TestSupport

/// Realistic log lines from small pools, so that much is repeated.
struct Clicks {
    var random: SplitMix64

    static let targets = [
        "/WXYZ", "/WXYZ?d=1", "/WXYZ/", "/NONE", "/",
        "/?link=https%3A%2F%2Fwww.example.com%2Fitem&apn=com.example.android",
        "/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android&amv=20&ibi=com.example.ios&isi=1234567&efr=1",
        "/?link=https%3A%2F%2Fwww.example.com%2F&st=T&sd=D&si=https%3A%2F%2Fwww.example.com%2Fi.png",
        "/?link=javascript%3Aalert(1)", "/?link=https%3A%2F%2Fevil.example%2F", "/%zz", "/?link=%2",
        "/?link=https://example-app.firebaseapp.com/__/auth/action?mode%3DverifyEmail%26oobCode%3DABC%26apiKey%3DK"
            + "%26continueUrl%3Dhttps%253A%252F%252Fwww.example.com%252F&apn=com.example.android&ibi=com.example.ios",
    ]

    static let agents = [
        "-", "curl/8.9.1",
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
        "Mozilla/5.0 (Linux; Android 8.1.0; SM-J7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.0.0 Mobile Safari/537.36",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
        "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
        "Mozilla/5.0 (Linux; Android 12; wv) AppleWebKit/537.36 Version/4.0 Chrome/110.0.0.0 Mobile Safari/537.36 [FBAN/EMA;FBAV/1.0]",
    ]

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    /// A line in the combined format, without its end.
    mutating func combined() -> String {
        let second = Int.random(in: 10...59, using: &random)
        return "203.0.113.\(second) - - [21/Nov/2026:06:15:\(second) +0000] \"\(pick(["GET", "GET", "HEAD", "POST"])) "
            + "\(pick(Self.targets)) HTTP/1.1\" 302 0 \"\(pick(["-", "https://mail.example.com/", "https://t.example/"]))\" "
            + "\"\(pick(Self.agents))\""
    }

    /// A log in the combined format with some unreadable lines; returns their numbers.
    mutating func log(lines: Int) -> (text: String, bad: [Int]) {
        var text = ""
        var bad: [Int] = []
        for number in 1...lines {
            if Int.random(in: 0..<500, using: &random) == 0 {
                bad.append(number)
                text +=
                    pick(["nonsense", "203.0.113.1 - - [21/Nov/2026", "\u{16}\u{3}\u{1}", "\"\"\"", "1 2 3 [4] \"GET"])
                    + "\n"
            } else {
                text += combined() + (number % 7 == 0 ? "\r\n" : "\n")
            }
        }
        return (text, bad)
    }
}
