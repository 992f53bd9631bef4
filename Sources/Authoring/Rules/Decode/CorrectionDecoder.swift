import ByteText
import Configuration
import Devices

/// A correction with the place of its token.
struct LocatedCorrection: Sendable {
    var correction: DeviceCorrection
    /// The token's node.
    var token: ConfigurationNode
    /// An agent that the correction is meant for, or `nil`.
    var example: String?
}

/// Decodes the parts of device corrections, for sites and for files of corrections.
struct CorrectionDecoder {
    let log: DiagnosticLog

    /// A correction of a file; `nil` with an error if it is not valid.
    func decode(_ node: ConfigurationNode) -> LocatedCorrection? {
        guard let fields = Fields<CorrectionKey>(node, log: log) else { return nil }
        let token = token(fields.required(.token))
        var correction = DeviceCorrection(token: token ?? "", place: place(fields[.place]))
        correction.bot = fields[.bot].flatMap(bot)
        correction.platform = fields[.platform].flatMap { log.word($0, "platform", besides: [.unknown]) }
        correction.formFactor = fields[.formFactor].flatMap { log.word($0, "form factor", besides: [.unknown]) }
        correction.app = fields[.inApp].flatMap { app($0, besides: [.unknown]) }
        let example = fields.text(.example)
        let corrected: [CorrectionKey] = [.bot, .platform, .formFactor, .inApp]
        if corrected.allSatisfy({ fields[$0] == nil }) {
            log.error(
                .missingKey, node, "the correction changes nothing",
                expected: corrected.map { "`\($0.rawValue)`" }.joined(separator: ", "))
        }
        guard token != nil, let place = fields[.token], !correction.isEmpty else { return nil }
        if let example, let node = fields[.example], !correction.matches(example) {
            log.error(
                .invalidValue, node, "the example does not contain the token `\(correction.token)`",
                hint: correction.place == .wordStart ? "`place: anywhere` also finds it inside a word" : nil)
        }
        return LocatedCorrection(correction: correction, token: place.detached, example: example)
    }

    func token(_ node: ConfigurationNode?) -> String? {
        guard let node, let text = log.text(node) else { return nil }
        guard let fault = DeviceCorrection.fault(inToken: text) else { return text }
        log.error(.invalidValue, node, fault)
        return nil
    }

    func place(_ node: ConfigurationNode?) -> DeviceCorrection.Place {
        node.flatMap { log.word($0, "place", besides: []) } ?? .wordStart
    }

    /// A kind of bot, or `false` for a person.
    private func bot(_ node: ConfigurationNode) -> DeviceCorrection.Bot? {
        if case .bool(let isBot) = node.content { return isBot ? .kind(.other) : .no }
        return log.word(node, "bot kind", besides: []).map { .kind($0) }
    }

    /// A listed app or the name of another one, unless it is probably a misspelled listed one.
    func app(_ node: ConfigurationNode, besides excluded: [InApp]) -> DeviceCorrection.App? {
        guard let name = log.text(node) else { return nil }
        let listed = InApp.allCases.filter { !excluded.contains($0) }
        if let app = listed.first(where: { $0.name.description == name }) { return .listed(app) }
        let names = listed.map(\.name.description)
        let isExcluded = InApp.allCases.contains { $0.name.description == name }
        if isExcluded || nearestName(to: name, among: names) != nil {
            log.unknownWord(node, name, "in-app browser", names)
            return nil
        }
        if let fault = DeviceCorrection.fault(inAppName: name) {
            log.error(.invalidValue, node, fault)
            return nil
        }
        return .named(name)
    }

    /// Removes duplicate texts: of two tokens with one text, one would be lost.
    func distinct(_ corrections: [LocatedCorrection]) -> [LocatedCorrection] {
        var seen: Set<String> = []
        return corrections.filter { located in
            let text = located.correction.token
            if seen.insert(text.lowercased()).inserted { return true }
            log.error(.duplicate, located.token, "the token `\(text)` appears twice", hint: "remove one of them")
            return false
        }
    }
}
