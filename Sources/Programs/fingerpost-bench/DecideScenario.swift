import ByteText
import Links
import Routing
import Rules

/// Complete decisions with the shipped rules: parse the link, classify the agent, try the rules, build the target.
enum DecideScenario {
    private static let android =
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.122 "
        + "Mobile Safari/537.36"
    private static let mail =
        "https://example.page.link/?link=https://example-app.firebaseapp.com/__/auth/action?apiKey%3DKEY%26mode%3D"
        + "verifyEmail%26oobCode%3DABC123%26continueUrl%3Dhttps://www.example.com/?cart%253D1%26lang%3Den"
        + "&apn=com.example.android&amv=12&ibi=com.example.ios"
    private static let clicks: [(name: String, link: String)] = [
        (
            "dynamic link",
            "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fitem%2F1%3Fpromo%3D42"
                + "&apn=com.example.android&amv=3&ibi=com.example.ios&isi=1234567"
        ),
        ("short link", "https://example.page.link/WXYZ"),
        ("mail link", mail),
        ("unknown code", "https://example.page.link/NONE"),
        ("refused link", "https://example.page.link/?link=https%3A%2F%2Fevil.example%2F"),
    ]

    static func run(_ measurer: Measurer, _ report: (any ReportLine) -> Void) throws {
        let loaded = try RuleDirectory.load(path: "rules")
        let evaluator = try Evaluator(RuleSet(loaded))
        var arena = ByteArena()
        var request = ClickRequest()
        for (name, link) in clicks {
            let measurement = measurer.measure("decide \(name)", count: 20_000) { count in
                for _ in 0..<count {
                    arena.reset()
                    request.reset()
                    request.link = arena.append(link)
                    request.userAgent = arena.append(android)
                    _ = evaluator.decide(request, in: &arena)
                }
            }
            if let measurement { report(measurement) }
        }
    }
}
