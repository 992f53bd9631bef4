import ByteText
import TestSupport
import Testing

@testable import Devices

/// Each row of the table is justified by its own evidence.
@Suite struct TokenTableTests {
    static let automaton = TokenAutomaton(TokenTable.builder)

    @Test(arguments: TokenTable.rows.indices)
    func exampleShowsWhatTheRowSays(_ index: Int) {
        let row = TokenTable.rows[index]
        var arena = ByteArena()
        let agent = arena.append(row.example)
        let sightings = Self.automaton.scan(arena[agent])
        let device = DeviceClassifier.builtIn.classify(userAgent: agent, in: &arena)
        let text = row.token.text
        switch row.token.meaning {
        case .sign(let sign):
            #expect(sightings.has(sign), "\(text) in \(row.example)")
        case .inApp(let app):
            #expect(device.inApp == app, "\(text) in \(row.example)")
        case .browser(let browser):
            #expect(device.browser == browser, "\(text) in \(row.example)")
            #expect(!device.browserVersion.isEmpty, "\(text) in \(row.example)")
        case .bot(let kind), .genericBot(let kind):
            #expect(device.bot, "\(text) in \(row.example)")
            #expect(device.botKind == kind, "\(text) in \(row.example)")
        case .correction: Issue.record("the table has no corrections: \(text)")
        }
    }

    /// Even without its row, an example would often be classified correctly by another row. This requires the row's
    /// text in its example, so that the example covers the row.
    @Test(arguments: TokenTable.rows.indices)
    func exampleHoldsTheText(_ index: Int) {
        let row = TokenTable.rows[index]
        let text = row.token.text
        #expect(text == text.lowercased(), "tokens are in lower case")
        #expect(row.example.lowercased().contains(text), "\(text) in \(row.example)")
    }

    /// An origin is a document with vendor, title and URL, or the class of devices that a name belongs to.
    @Test func everyTokenSaysWhereItIsFrom() {
        let groups = TokenTable.groups
        #expect(groups.allSatisfy { !$0.rows.isEmpty })
        #expect(TokenTable.rows.map(\.token.text) == TokenTable.tokens.map(\.text))
        #expect(Set(groups.map(\.origin)).count > 100)
        for group in groups {
            switch group.origin {
            case .document(let vendor, let title, let address):
                #expect(!vendor.isEmpty && title.count > 3, "\(group.rows[0].token.text)")
                #expect(address.hasPrefix("https://") && address.dropFirst(8).contains("."), "\(address)")
            case .ownNames(let programs):
                #expect(programs.contains(" "), "\(group.rows[0].token.text): \(programs) is not a class of anything")
            }
        }
    }

    /// One name per document: otherwise the same page is looked up twice, and one entry becomes outdated.
    @Test func noDocumentHasTwoNames() {
        var vendors: [String: TokenOrigin] = [:]
        for group in TokenTable.groups {
            guard case .document(_, _, let address) = group.origin else { continue }
            #expect(vendors.updateValue(group.origin, forKey: address) ?? group.origin == group.origin, "\(address)")
        }
        #expect(vendors.count > 30)
    }

    /// The classifier knows the first digits of televisions' diagonals only from the table.
    @Test func tableHasTheFirstDigitOfEachDiagonal() {
        let texts = TokenTable.tokens.filter { $0.meaning == .sign(.leadingDigit) }.map(\.text)
        #expect(Set(texts) == Set(AgentReading.diagonals.flatMap { ["; \($0 / 10)", ";\($0 / 10)"] }))
    }

    @Test func noRowStandsTwice() {
        var seen = Set<String>()
        for token in TokenTable.tokens {
            let key = "\(token.text)|\(token.place)|\(token.meaning)"
            #expect(seen.insert(key).inserted, "\(token.text)")
        }
    }

    /// A row is superfluous if each agent with its text also has the text of another row with the same meaning.
    @Test func noRowFollowsFromAnother() {
        let tokens = TokenTable.tokens
        let byMeaning = Dictionary(grouping: tokens.indices) { tokens[$0].meaning }
        for (meaning, indices) in byMeaning {
            switch meaning {
            case .browser: continue
            case .sign(let sign): if sign.isVersioned { continue }
            case .inApp, .bot, .genericBot, .correction: break
            }
            for index in indices where tokens[index].place != .certain {
                let other = indices.first { $0 != index && Self.implies(tokens[$0], tokens[index]) }
                #expect(other == nil, "\(tokens[index].text) follows from \(other.map { tokens[$0].text } ?? "")")
            }
        }
    }

    /// Whether agents with a longer token always have a shorter one.
    private static func implies(_ shorter: DeviceToken, _ longer: DeviceToken) -> Bool {
        switch (shorter.place, longer.place) {
        case (.anywhere, _): longer.text.contains(shorter.text)
        case (.wordStart, .wordStart), (.wordStart, .word), (.wordStart, .beforeDigit):
            longer.text.hasPrefix(shorter.text)
        default: false
        }
    }

    @Test func tablesAreThoseOfTheReference() {
        var random = SplitMix64(seed: 0xA1B2)
        expectSameTables(TokenTable.tokens)
        let meanings: [DeviceToken.Meaning] = [
            .sign(.android), .sign(.androidVersion), .sign(.mobile), .bot(.search), .inApp(.facebook), .sign(.mobile),
        ]
        for _ in 0..<30 {
            let tokens = (0..<Int(random.next() % 40)).map { _ in
                let text = String(
                    (0...Int(random.next() % 12)).map { _ in "aAbB/ é".randomElement(using: &random)! })
                let place: DeviceToken.Place = random.next() % 2 == 0 ? .anywhere : .word
                return DeviceToken(text, place, meanings.randomElement(using: &random)!)
            }
            expectSameTables(tokens)
        }
    }

    private func expectSameTables(_ tokens: [DeviceToken]) {
        var reference = ReferenceAutomatonBuilder()
        for token in tokens { reference.insert(token) }
        let expected = reference.build()
        var builder = TokenAutomatonBuilder(tokens)
        let built = builder.build()
        #expect(built.columns == expected.columns && built.transitions == expected.transitions)
        #expect(built.depths == expected.depths && built.firstReporting == expected.firstReporting)
        #expect(built.firstSighting == expected.firstSighting)
        #expect(built.signSets == expected.signSets && built.sets == expected.sets)
        #expect(built.hitStarts == expected.hitStarts && built.hits.count == expected.hits.count)
        for (one, other) in zip(built.hits, expected.hits) {
            #expect(one.length == other.length && one.place == other.place)
            #expect(one.meaning == other.meaning && one.more == other.more)
        }
    }

    /// Known texts match in one spelling only, tokens in any case: an agent in capitals is read byte by byte, with the
    /// same result.
    @Test func knownTextsShowWhatReadingThemShows() {
        var random = SplitMix64(seed: 0xC0DE)
        for row in TokenTable.rows { expectSameInCapitals(row.example) }
        let pieces =
            KnownTexts.openings + KnownTexts.engines + KnownTexts.products + KnownTexts.endings + [
                "1", "26.0", "4.0", ".", "10_15_7", ")", " ", "; ", "(", "K", "wv", "Build/", "Mobile",
                "Chrome/30.0.1599",
            ] + KnownTexts.frozenSystems.map(\.text)
        for _ in 0..<20_000 {
            let agent = (0...Int(random.next() % 8)).map { _ in pieces.randomElement(using: &random)! }.joined()
            expectSameInCapitals(agent)
        }
        let systems = ["17_5", "18_7_2_", "9.7", "", "43LEX-9"] + KnownTexts.frozenSystems.map(\.text)
        for start in KnownTexts.openings.flatMap({ opening in systems.map { opening + $0 } }) {
            for engine in KnownTexts.engines {
                for product in KnownTexts.products {
                    for ending in KnownTexts.endings {
                        for version in ["", "4.0", "126.0.6478.54", "5/6"] {
                            expectSameInCapitals(start + engine + product + version + ending)
                        }
                    }
                }
            }
        }
    }

    private func expectSameInCapitals(_ agent: String) {
        let (bytes, capitals) = (Array(agent.utf8), agent.utf8.map { $0 &- 0x61 < 26 ? $0 - 0x20 : $0 })
        let (known, read) = (Self.automaton.scan(bytes.span), Self.automaton.scan(capitals.span))
        #expect(read.engineEnd == 0)
        for sign in Sign.allCases where known.has(sign) != read.has(sign) { Issue.record("\(sign) in \(agent)") }
        for sign in Sign.allCases where sign.isVersioned && known.end(of: sign) != read.end(of: sign) {
            Issue.record("the end of \(sign) in \(agent)")
        }
        let isSame =
            known.inApp == read.inApp && known.browser == read.browser && known.browserEnd == read.browserEnd
            && known.botKind == read.botKind && known.genericBotKind == read.genericBotKind
        #expect(isSame, "\(agent)")
    }

    @Test func allKnownTextsOfTheTableAreSkipped() {
        let known = Self.automaton.knownCount
        #expect(KnownTexts.count == known)
        let isSkipped = Self.automaton.appleVersionsAreSkipped
        #expect(isSkipped)
    }

    @Test func automatonFindsWhatANaiveSearchFinds() {
        var random = SplitMix64(seed: 0x5EED)
        let texts = ["a", "ab", "bab", "bc", "bca", "c", "caa"]
        let tokens = texts.enumerated().map { index, text in
            DeviceToken(text, .anywhere, .sign(Sign(rawValue: UInt8(index))!))
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
