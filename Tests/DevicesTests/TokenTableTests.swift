import ByteText
import TestSupport
import Testing

@testable import Devices

/// Each row of the table stands by its own evidence.
@Suite struct TokenTableTests {
    static let automaton = TokenAutomaton(TokenTable.all)

    @Test(arguments: TokenTable.all.indices)
    func exampleShowsWhatTheRowSays(_ index: Int) {
        let row = TokenTable.all[index]
        var arena = ByteArena()
        let agent = arena.append(row.example)
        let sightings = Self.automaton.scan(arena[agent])
        let device = DeviceClassifier.builtIn.classify(userAgent: agent, in: &arena)
        switch row.meaning {
        case .sign(let sign):
            #expect(sightings.has(sign), "\(row.text) in \(row.example)")
        case .inApp(let app):
            #expect(device.inApp == app, "\(row.text) in \(row.example)")
        case .browser(let browser):
            #expect(device.browser == browser, "\(row.text) in \(row.example)")
            #expect(!device.browserVersion.isEmpty, "\(row.text) in \(row.example)")
        case .bot(let kind), .genericBot(let kind):
            #expect(device.bot, "\(row.text) in \(row.example)")
            #expect(device.botKind == kind, "\(row.text) in \(row.example)")
        }
    }

    /// Without its row an example of a bot or an app would often be taken rightly by another row. This keeps the text
    /// in the example, so that the row is what the example is about.
    @Test(arguments: TokenTable.all.indices)
    func exampleHoldsTheText(_ index: Int) {
        let row = TokenTable.all[index]
        #expect(row.text == row.text.lowercased(), "tokens are in lower case")
        #expect(row.example.lowercased().contains(row.text), "\(row.text) in \(row.example)")
    }

    @Test func noRowStandsTwice() {
        var seen = Set<String>()
        for row in TokenTable.all {
            let key = "\(row.text)|\(row.place.rawValue)|\(row.meaning)"
            #expect(seen.insert(key).inserted, "\(row.text)")
        }
    }

    @Test func automatonFindsWhatANaiveSearchFinds() {
        var random = SplitMix64(seed: 0x5EED)
        let texts = ["a", "ab", "bab", "bc", "bca", "c", "caa"]
        let tokens = texts.enumerated().map { index, text in
            DeviceToken(text, .anywhere, .sign(Sign(rawValue: UInt8(index))!), example: text)
        }
        let automaton = TokenAutomaton(tokens)
        for _ in 0..<500 {
            let text = String((0..<Int(random.next() % 9)).map { _ in "abcX".randomElement(using: &random)! })
            var arena = ByteArena()
            let sightings = automaton.scan(arena[arena.append(text)])
            for (index, token) in texts.enumerated() {
                #expect(sightings.has(Sign(rawValue: UInt8(index))!) == text.contains(token), "\(token) in \(text)")
            }
        }
    }
}

extension DeviceClassifier {
    static let builtIn = DeviceClassifier()
}
