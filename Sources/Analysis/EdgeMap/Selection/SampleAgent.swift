import ByteText
import Phones
import Routing

/// A client as servers see it: its user agent and the other fields that identify it.
struct SampleAgent: Hashable {
    var userAgent: String
    var fields: [String: String] = [:]

    /// The browsers and apps of the phone model on each system, and programs that read links.
    static let all: [SampleAgent] = {
        let systems: [System] = [.android(14), .android(11), .ios(18), .ipados(18), .desktop]
        let phones = systems.flatMap { system in Surface.allCases.map { Phone(system, $0) } }
        let agents = phones.map { SampleAgent(userAgent: $0.userAgent, fields: $0.agentFields) }
        return Set(agents).sorted { $0.userAgent < $1.userAgent } + programs.map { SampleAgent(userAgent: $0) }
    }()

    private static let programs = [
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
        "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "WhatsApp/2.24.20.89 A", "Twitterbot/1.0",
        "TelegramBot (like TwitterBot)", "curl/8.5.0",
    ]

    /// Adds the agent's fields to a request.
    func describe(_ request: inout ClickRequest, in arena: inout ByteArena) {
        request.userAgent = arena.append(userAgent)
        for (name, value) in fields {
            request.add(.init(name: arena.append(name), value: arena.append(value)), in: arena)
        }
    }
}
