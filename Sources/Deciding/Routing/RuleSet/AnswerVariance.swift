import ByteText
import Expressions

/// The request properties that a response depends on besides its address and the device. A cache must distinguish
/// requests by them before it serves one client's response to another (RFC 9111, section 4.1).
public struct AnswerVariance: Sendable, Equatable {
    /// A bit for each index in ``RuleSet/varyingFields``. The last bit is shared by all further indices.
    private var fields: UInt64 = 0
    /// Whether it depends on the client's country.
    public private(set) var readsCountry = false
    /// Whether it depends on properties that a cache can't see: the client's address, the time, arbitrary header
    /// fields, or fields written by proxies.
    public private(set) var isUnshareable = false
    /// Whether it depends on the client's location more closely than its country. Only the client's own cache may keep
    /// such a response.
    public private(set) var isPrivate = false

    /// Creates the variance of a response that depends only on its address and the device.
    public init() {}

    var isEmpty: Bool { self == AnswerVariance() }

    mutating func formUnion(_ other: AnswerVariance) {
        fields |= other.fields
        readsCountry = readsCountry || other.readsCountry
        isUnshareable = isUnshareable || other.isUnshareable
        isPrivate = isPrivate || other.isPrivate
    }

    /// Whether the response depends on the field at an index in ``RuleSet/varyingFields``.
    public func contains(fieldAt place: Int) -> Bool { fields >> UInt64(min(place, 63)) & 1 != 0 }

    /// Creates the variance of a rule.
    ///
    /// - Parameter places: The indices of the rule set's fields, by name.
    init(_ reads: RuleReads, _ places: [String: Int]) {
        for name in reads.fields { if let place = places[name] { fields |= 1 << UInt64(min(place, 63)) } }
        readsCountry = reads.readsCountry
        isUnshareable = !reads.unshareable.isEmpty
        isPrivate = !reads.located.isEmpty
    }
}

/// The request properties read by a rule that may differ between clients with the same address and device.
public struct RuleReads: Sendable, Equatable {
    /// Names of header fields, in lower case; without those that identify the device.
    var fields: Set<String> = []
    var readsCountry = false
    /// The properties that no cache can distinguish requests by, as named in conditions.
    public private(set) var unshareable: [String] = []
    /// The properties derived from the client's location, which are stable for a while for the client's own cache.
    public private(set) var located: [String] = []

    /// The facts for these properties.
    static let facts: InlineArray<9, FactName> = [
        .deviceLanguages, .requestIP, .requestCountry, .requestRegion, .requestCity, .requestASN, .requestTime,
        .requestReferer, .requestHeaders,
    ]

    /// Whether a fact is one of ``facts``.
    public static func isVarying(_ fact: UInt16) -> Bool {
        facts.indices.contains { facts[$0].rawValue == fact }
    }

    /// The header fields that every decision depends on because they identify the device. In lower case.
    public static let deviceFields: Set<String> = [
        "user-agent", "x-requested-with", "fingerpost-device", "sec-ch-ua", "sec-ch-ua-platform",
        "sec-ch-ua-platform-version", "sec-ch-ua-mobile", "sec-ch-ua-model", "sec-ch-ua-form-factors",
        "sec-ch-ua-full-version-list",
    ]

    /// Collects the facts that a rule's condition and templates read.
    public init(_ rule: RuleDefinition) { self.init(rule, rule.consultedFacts) }

    /// - Parameter facts: The facts that the rule reads.
    init(_ rule: RuleDefinition, _ facts: [FactName]) {
        for fact in facts {
            switch fact {
            case .deviceLanguages: fields.insert("accept-language")
            case .requestReferer: fields.insert("referer")
            case .requestCountry: readsCountry = true
            case .requestIP, .requestTime: unshareable.append("`\(fact.name)`")
            case .requestRegion, .requestCity, .requestASN: located.append("`\(fact.name)`")
            case .requestHeaders: readHeaders(rule.program?.reading(ofMap: fact.rawValue) ?? MapReading())
            default: break
            }
        }
    }

    private mutating func readHeaders(_ reading: MapReading) {
        if reading.readsOthers {
            return unshareable.append("`\(FactName.requestHeaders.name)` with a name that is not constant")
        }
        for key in reading.keys where Self.isFieldName(key) {
            if Self.isWrittenOnTheWay(key) {
                unshareable.append("`\(FactName.requestHeaders.name)[\"\(key)\"]`")
            } else if !Self.deviceFields.contains(key), key != "host" {
                fields.insert(key)
            }
        }
    }

    /// Whether a request can have a field with this name. Names are tokens, in lower case here. A condition may name
    /// others, which are never found.
    private static func isFieldName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte.isAlphanumeric && byte.lowercased == byte || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    /// Whether caches and proxies write the field themselves. If so, rules do not read the value that the client sent
    /// and that a cache distinguishes requests by.
    private static func isWrittenOnTheWay(_ name: String) -> Bool {
        name.hasPrefix("x-forwarded-") || name.hasPrefix("proxy-") || writtenOnTheWay.contains(name)
    }

    private static let writtenOnTheWay: Set<String> = [
        "forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip", "x-request-id",
        // Fields of this connection only (RFC 9110, section 7.6.1), or set by caches themselves (section 13.1).
        "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "if-match", "if-none-match",
        "if-modified-since", "if-unmodified-since", "if-range", "range", "cache-control", "pragma",
    ]
}

extension FactTable {
    /// Sets the facts to unknown that may vary between clients with the same address and device, and returns their
    /// values.
    mutating func withholdVaryingFacts() -> InlineArray<9, FactValue> {
        var withheld = InlineArray<9, FactValue>(repeating: .unknown)
        for index in RuleReads.facts.indices {
            let fact = RuleReads.facts[index].rawValue
            withheld[index] = self[fact]
            self[fact] = .unknown
        }
        return withheld
    }

    mutating func restoreVaryingFacts(_ withheld: InlineArray<9, FactValue>) {
        for index in RuleReads.facts.indices { self[RuleReads.facts[index].rawValue] = withheld[index] }
    }
}
