import Expressions
import Routing

/// Values that conditions name, for the facts that a request can state as it likes; nil stands for not stating it.
struct FactWords {
    var inApps: [String?] = [nil]
    var formFactors: [String?] = [nil]
    var osVersions: [String?] = [nil]
    var versions: [String?] = [nil]
    var countries: [String?] = [nil]
    var addresses: [String?] = [nil]
    var times: [String?] = [nil]
    var headers: [(name: String, values: [String?])] = []

    init(_ tests: Set<FactTest>) {
        var headers: [String: Set<String>] = [:]
        // Sets have no order of their own, and the same rules give the same requests.
        for (_, test) in tests.map({ ("\($0)", $0) }).sorted(by: { $0.0 < $1.0 }) {
            guard let fact = test.facts.first.flatMap(FactName.init) else { continue }
            switch test {
            case .isOneOf(_, let words): add(words, fact)
            case .startsWith(_, let piece), .endsWith(_, let piece), .contains(_, let piece): add([piece], fact)
            case .version(_, _, let point): add(["0", point, "\(point).1"], fact)
            case .time(_, _, let point):
                times += [point - 1, point, point + 1].map { Timestamp.text($0) }
            case .inBlock(_, let block): addresses.append(block.split(separator: "/").first.map(String.init))
            case .hasItem(_, let item): headers["accept-language", default: []].insert(item)
            case .hasKey(_, let key): if fact == .requestHeaders { headers[key, default: []].insert("1") }
            case .valueIs(_, let key, let value):
                if fact == .requestHeaders { headers[key, default: []].insert(value) }
            case .isTrue, .has, .matches, .bucket, .other: break
            }
        }
        if tests.contains(where: { $0.facts.contains(FactName.requestCountry.rawValue) }) { countries.append("ZZ") }
        self.headers = headers.sorted { $0.key < $1.key }.map { ($0.key, [nil] + $0.value.sorted()) }
    }

    private mutating func add(_ words: [String], _ fact: FactName) {
        switch fact {
        case .deviceInApp: inApps += words
        case .deviceFormFactor: formFactors += words
        case .deviceOSVersion: osVersions += words
        case .appVersion: versions += words
        case .requestCountry: countries += words
        case .requestIP: addresses += words
        default: break
        }
    }
}

extension Timestamp {
    /// The time as RFC 3339 writes it.
    static func text(_ seconds: Int64) -> String {
        var days = seconds / 86_400
        var rest = seconds % 86_400
        if rest < 0 { (days, rest) = (days - 1, rest + 86_400) }
        // Days from 0000-03-01, in eras of 400 years (Gregorian calendar).
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let day = shifted - era * 146_097
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
        let civilMonth = month < 10 ? month + 3 : month - 9
        let civilYear = year + era * 400 + (civilMonth <= 2 ? 1 : 0)
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let padded = String(repeating: "0", count: max(0, 4 - "\(civilYear)".count)) + "\(civilYear)"
        return
            "\(padded)-\(two(civilMonth))-\(two(dayOfMonth))T\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
    }
}
