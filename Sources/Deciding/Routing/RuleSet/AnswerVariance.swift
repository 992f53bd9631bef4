import ByteText
import Expressions

/// What an answer depends on besides its address and the device: what a cache must distinguish requests by before it serves
/// one client's answer to another (RFC 9111, section 4.1).
public struct AnswerVariance: Sendable, Equatable {
    /// A bit for each place in ``RuleSet/varyingFields``; the last one is for all places from there on.
    private var fields: UInt64 = 0
    /// Whether it depends on the client's country.
    public private(set) var readsCountry = false
    /// Whether it depends on what a cache can't see: the client's address, the time, fields of any name, or fields that
    /// proxies write.
    public private(set) var isUnshareable = false
    /// Whether it depends on where the client's address is, closer than the country: the client's own cache may keep it.
    public private(set) var isPrivate = false

    /// An answer that depends on its address and the device alone.
    public init() {}

    var isEmpty: Bool { self == AnswerVariance() }

    mutating func formUnion(_ other: AnswerVariance) {
        fields |= other.fields
        readsCountry = readsCountry || other.readsCountry
        isUnshareable = isUnshareable || other.isUnshareable
        isPrivate = isPrivate || other.isPrivate
    }

    /// Whether the answer depends on the field at a place in ``RuleSet/varyingFields``.
    public func contains(fieldAt place: Int) -> Bool { fields >> UInt64(min(place, 63)) & 1 != 0 }

    /// What a rule adds.
    ///
    /// - Parameter places: The places of the rule set's fields, by their names.
    init(_ reads: RuleReads, _ places: [String: Int]) {
        for name in reads.fields { if let place = places[name] { fields |= 1 << UInt64(min(place, 63)) } }
        readsCountry = reads.readsCountry
        isUnshareable = !reads.unshareable.isEmpty
        isPrivate = !reads.located.isEmpty
    }
}

/// What a rule reads of a request that may differ from client to client though the address and the device are the same.
public struct RuleReads: Sendable, Equatable {
    /// Names of header fields, in lower case; without those that identify the device.
    var fields: Set<String> = []
    var readsCountry = false
    /// What no cache can distinguish requests by, in the words of conditions.
    public private(set) var unshareable: [String] = []
    /// What follows from where the client's address is, which is the same for one client's own cache for a while.
    public private(set) var located: [String] = []

    /// The facts that these are.
    static let facts: InlineArray<9, FactName> = [
        .deviceLanguages, .requestIP, .requestCountry, .requestRegion, .requestCity, .requestASN, .requestTime,
        .requestReferer, .requestHeaders,
    ]

    /// Whether a fact is one of those.
    public static func isVarying(_ fact: UInt16) -> Bool {
        facts.indices.contains { facts[$0].rawValue == fact }
    }

    /// The header fields that every decision depends on, because they identify the device. In lower case.
    public static let deviceFields: Set<String> = [
        "user-agent", "x-requested-with", "fingerpost-device", "sec-ch-ua", "sec-ch-ua-platform",
        "sec-ch-ua-platform-version", "sec-ch-ua-mobile", "sec-ch-ua-model", "sec-ch-ua-form-factors",
        "sec-ch-ua-full-version-list",
    ]

    /// Reads a rule's condition and its templates.
    public init(_ rule: RuleDefinition) { self.init(rule, rule.consultedFacts) }

    /// - Parameter facts: What the rule asks for.
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
            return unshareable.append("`\(FactName.requestHeaders.name)` by a name that is not constant")
        }
        for key in reading.keys where Self.isFieldName(key) {
            if Self.isWrittenOnTheWay(key) {
                unshareable.append("`\(FactName.requestHeaders.name)[\"\(key)\"]`")
            } else if !Self.deviceFields.contains(key), key != "host" {
                fields.insert(key)
            }
        }
    }

    /// Whether a request can have a field of the name: names are tokens, and come in lower case. A condition may ask for
    /// others, and never finds one.
    private static func isFieldName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte.isAlphanumeric && byte.lowercased == byte || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    /// Whether caches and proxies write the field themselves, so that what the client has sent, by which a cache
    /// distinguishes requests, is not what the rule reads.
    private static func isWrittenOnTheWay(_ name: String) -> Bool {
        name.hasPrefix("x-forwarded-") || name.hasPrefix("proxy-") || writtenOnTheWay.contains(name)
    }

    private static let writtenOnTheWay: Set<String> = [
        "forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip", "x-request-id",
        // Of this connection alone (RFC 9110, section 7.6.1), or what a cache asks on its own (section 13.1).
        "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "if-match", "if-none-match",
        "if-modified-since", "if-unmodified-since", "if-range", "range", "cache-control", "pragma",
    ]
}

extension FactTable {
    /// Makes unknown what may differ from client to client at one address with one device; returns what was there.
    mutating func withholdVaryingFacts() -> InlineArray<9, Fact> {
        var withheld = InlineArray<9, Fact>(repeating: .unknown)
        for index in RuleReads.facts.indices {
            let fact = RuleReads.facts[index].rawValue
            withheld[index] = self[fact]
            self[fact] = .unknown
        }
        return withheld
    }

    mutating func restoreVaryingFacts(_ withheld: InlineArray<9, Fact>) {
        for index in RuleReads.facts.indices { self[RuleReads.facts[index].rawValue] = withheld[index] }
    }
}
