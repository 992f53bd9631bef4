import ByteText
import Devices
import Expressions
import Routing

/// Values that conditions name, for the facts that a request may state freely. `nil` leaves the fact out.
struct NamedValues {
    var inApps: [String?] = [nil]
    var formFactors: [String?] = [nil]
    var osVersions: [String?] = [nil]
    var stores: [String?] = [nil]
    var browsers: [String?] = [nil]
    var browserVersions: [String?] = [nil]
    var versions: [String?] = [nil]
    var countries: [String?] = [nil]
    // Empty unless a condition tests them, so that the other facts are drawn as before.
    var regions: [String?] = []
    var cities: [String?] = []
    var addresses: [String?] = [nil]
    var times: [String?] = [nil]
    var headers: [(name: String, values: [String?])] = []

    init(_ tests: Set<FactTest>) {
        var headers: [String: Set<String>] = [:]
        // Sets are unordered, but equal rules must produce equal requests.
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
            case .isTrue, .has, .matches, .bucket, .number, .other: break
            }
        }
        if tests.contains(where: { $0.facts.contains(FactName.requestCountry.rawValue) }) { countries.append("ZZ") }
        self.headers = headers.sorted { $0.key < $1.key }.map { ($0.key, [nil] + $0.value.sorted()) }
    }

    private mutating func add(_ words: [String], _ fact: FactName) {
        switch fact {
        case .deviceInApp: inApps += words
        case .deviceAppName: inApps += words.filter { InApp.named($0.utf8.span) != nil }
        case .deviceFormFactor: formFactors += words
        case .deviceOSVersion: osVersions += words
        case .deviceStore: stores += words
        case .deviceBrowser: browsers += words
        case .deviceBrowserVersion: browserVersions += words
        case .appVersion: versions += words
        case .requestCountry: countries += words
        case .requestRegion: regions += [nil] + words
        case .requestCity: cities += [nil] + words
        case .requestIP: addresses += words
        default: break
        }
    }
}
