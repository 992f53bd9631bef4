import ByteText
import Foundation
import HTTP
import TestSupport
import Testing

/// A textual form of a request that is independent of the HTTP version.
func sense(of request: borrowing Request) -> String {
    var text = "\(String(request.methodName)) \(String(request.target)) path=\(String(request.path))"
    text += " host=\(String(request.host)) port=\(request.port ?? -1)"
    for index in 0..<request.fieldCount {
        let name = String(request.fieldName(index)).lowercased()
        if name != "host" { text += " [\(name)=\(String(request.fieldValue(index)))]" }
    }
    return text + " body=\(String(request.body))"
}

extension StreamMessage {
    /// Connection-specific header fields (RFC 9113, section 8.2.2).
    private static let ofConnections: Set = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te",
    ]

    /// The first message of an HTTP/1.1 stream as HTTP/2; `nil` if it has no HTTP/2 form.
    ///
    /// - Parameter namesAuthority: Whether the host becomes `:authority` or stays a field.
    init?(rewriting text: String, namesAuthority: Bool) {
        guard let end = text.unicodeScalars.firstRange(of: "\r\n\r\n".unicodeScalars) else { return nil }
        let lines = String(text.unicodeScalars[..<end.lowerBound]).split("\r\n")
        let words = lines[0].split(" ")
        guard words.count == 3, words[2] == "HTTP/1.1", !words[0].isEmpty else { return nil }
        var others: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let colon = line.unicodeScalars.firstIndex(of: ":"), line.first != " ", line.first != "\t" else {
                return nil
            }
            let name = String(line.unicodeScalars[..<colon]).lowercased()
            guard !Self.ofConnections.contains(name) else { return nil }
            let value = String(line.unicodeScalars[colon...].dropFirst())
            others.append((name, value.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))))
        }
        fields = Self.pseudoFields(method: words[0], target: words[1])
        // Only HTTP/1.1 requires a Host in addition to the authority.
        guard others.contains(where: { $0.name == "host" }) || fields.allSatisfy({ $0.name != ":authority" }) else {
            return nil
        }
        if namesAuthority {
            let hosts = others.filter { $0.name == "host" }
            guard hosts.count == 1, fields.allSatisfy({ $0.name != ":authority" }) else { return nil }
            fields.append((":authority", hosts[0].value))
            others.removeAll { $0.name == "host" }
        }
        fields += others
        let rest = String(text.unicodeScalars[end.upperBound...])
        if let length = others.first(where: { $0.name == "content-length" })?.value {
            content = String(String.UnicodeScalarView(rest.unicodeScalars.prefix(max(0, Int(length) ?? 5))))
            if length.allSatisfy({ $0 == "0" }), !length.isEmpty { content = nil }
        }
    }

    /// Splits a target in absolute form into scheme and authority, which are separate in HTTP/2.
    private static func pseudoFields(method: String, target: String) -> [(name: String, value: String)] {
        if method == "CONNECT" { return [(":method", method), (":authority", target)] }
        guard !target.hasPrefix("/"), let mark = target.range(of: "://") else {
            return [(":method", method), (":scheme", "https"), (":path", target)]
        }
        let rest = target[mark.upperBound...]
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        return [
            (":method", method), (":scheme", String(target[..<mark.lowerBound])),
            (":authority", String(rest[..<slash])),
            (":path", slash == rest.endIndex ? "/" : String(rest[slash...])),
        ]
    }
}

extension String {
    /// The parts between a separator's occurrences, byte for byte: CR LF is a single character in Swift.
    fileprivate func split(_ separator: String) -> [String] {
        var (parts, rest) = ([String](), unicodeScalars[...])
        while let found = rest.firstRange(of: separator.unicodeScalars) {
            parts.append(String(rest[..<found.lowerBound]))
            rest = rest[found.upperBound...]
        }
        return parts + [String(rest)]
    }
}

/// Requests that both versions can express are decided alike.
@Suite("A request in HTTP/1.1 and in HTTP/2") struct StreamDifferentialTests {
    /// The result of the HTTP/1.1 reader for the first message.
    private static func outcome(of text: String, limits: RequestLimits = RequestLimits()) throws -> String {
        var reader = RequestReader(limits: limits)
        let bytes = try text.unicodeScalars.map { try #require(UInt8(exactly: $0.value)) }
        reader.receive(bytes.span)
        reader.receiveEnd()
        while true {
            switch reader.next() {
            case .request: return sense(of: reader.request)
            case .refuse(let status): return "refused \(status.code)"
            case .sendContinue: continue
            case .needBytes, .end: return "nothing"
            }
        }
    }

    /// Whether two outcomes agree: malformed requests are reset in HTTP/2, without a status.
    private static func agree(_ first: String, _ second: String) -> Bool {
        first == second || (second == "reset" && first.hasPrefix("refused "))
    }

    private static func compare(_ text: String, _ name: String) throws -> Int {
        let expected = try outcome(of: text)
        var compared = 0
        for namesAuthority in [true, false] {
            guard let message = StreamMessage(rewriting: text, namesAuthority: namesAuthority) else { continue }
            let found = StreamWire.outcome(of: message)
            #expect(agree(expected, found), "\(name), \(namesAuthority ? "with" : "without") :authority")
            #expect(StreamWire.outcome(of: message, piece: 1) == found, "\(name) byte by byte")
            compared += 1
        }
        return compared
    }

    @Test("the rows of StrictnessTests")
    func rows() throws {
        typealias Tests = StrictnessTests
        let heads = Tests.lines + Tests.targets + Tests.fields + Tests.hosts
        let rows = heads + Tests.lengths + Tests.codings + Tests.chunked
        let compared = try rows.reduce(0) { try $0 + Self.compare($1.text, $1.testDescription) }
        #expect(compared > 150)
    }

    @Test("the streams of streams.tsv")
    func file() throws {
        let rows = try StrictnessTests.streams()
        let compared = try rows.reduce(0) { try $0 + Self.compare($1.text, $1.testDescription) }
        #expect(compared > 300)
    }

    @Test("the shared cases", .enabled(if: SharedCasesTests.isThere))
    func shared() throws {
        var compared = 0
        for (name, bytes) in try SharedCasesTests.messages() {
            compared += try Self.compare(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })), name)
        }
        #expect(compared > 20)
    }

    @Test("requests that are made up")
    func madeUp() throws {
        let seed = UInt64.random(in: .min ... .max)
        var requests = RandomRequests(seed: seed)
        var accepted = 0
        for round in 0..<20_000 {
            let made = requests.next()
            let first = try Self.outcome(of: made.text, limits: RandomRequests.limits)
            let second = StreamWire.outcome(of: made.message, limits: RandomRequests.limits)
            // With two faults, each version may report another one first.
            let isRefused = first.hasPrefix("refused ") && second.hasPrefix("refused ") && made.oddities > 1
            guard isRefused || Self.agree(first, second) else {
                let text = made.text.debugDescription
                Issue.record("seed \(seed), round \(round): \(text): \(first), in HTTP/2 \(second)")
                return
            }
            if !first.hasPrefix("refused") { accepted += 1 }
        }
        #expect(accepted > 2000 && accepted < 18_000, "seed \(seed)")
    }
}

/// Mostly valid requests, in both versions.
struct RandomRequests {
    /// Content limits are the same in both versions; field limits count the fields of each version.
    static let limits = RequestLimits(headBytes: 16_384, fields: 100, bodyBytes: 40)
    private var random: SplitMix64
    /// The number of unusual parts of the current request.
    private var oddities = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func next() -> (text: String, message: StreamMessage, oddities: Int) {
        oddities = 0
        let methods = ["GET", "HEAD", "POST", "OPTIONS", "G-T"]
        let method = isRare() ? pick(["get", "G T", "GE\u{1}", "GET\u{E9}"]) : pick(methods)
        let targets = ["*", "", "x", "/a b", "//", "/%", "/?", "/??", "/#"]
        let target = isRare() ? pick(targets) : "/" + text(of: Self.inPath, 12)
        let host = self.host()
        var fields = (0..<Int(random.next() % 5)).map { _ in (name: name(), value: value()) }
        let content = addContent(to: &fields, method)
        if isRare() { fields.append(("expect", pick(["100-continue", "100-Continue", "x", ""]))) }
        let (text, message) = write(method, target, host, fields, content)
        return (text, message, oddities)
    }

    private mutating func addContent(to fields: inout [(name: String, value: String)], _ method: String) -> String? {
        if method == "POST" || isRare() {
            let body = text(of: ["a", "b", "\u{0}", "\u{FF}", "\r", "\n"], isRare() ? 60 : 30)
            let lengths = ["", "x", "-1", "1,1", "99999999999999999999"]
            let length = isRare() ? pick(lengths) : String(body.unicodeScalars.count)
            fields.append(("content-length", length))
            if isRare() { fields.append(("content-length", length)) }
            return body
        }
        return nil
    }

    private mutating func write(
        _ method: String, _ target: String, _ host: String, _ fields: [(name: String, value: String)],
        _ content: String?
    ) -> (text: String, message: StreamMessage) {
        let lines = ([("Host", host)] + fields).map { "\($0.0):\(pick(["", " ", "\t "]))\($0.1)\(pick(["", " "]))\r\n" }
        let text = "\(method) \(target) HTTP/1.1\r\n\(lines.joined())\r\n\(content ?? "")"
        var pseudo = [(name: ":method", value: method), (":path", target), (":scheme", "https")]
        var named = fields
        // The host is in :authority, in a field, or in both.
        let place = random.next() % 3
        if place != 1 { pseudo.append((":authority", host)) }
        if place != 0 { named.insert(("host", host), at: named.count / 2) }
        pseudo.shuffle(using: &random)
        let isEmpty = content?.isEmpty ?? true
        return (text, StreamMessage(fields: pseudo + named, content: isEmpty ? nil : content))
    }

    private static let inPath = ["a", "Z", "0", "/", "?", "=", "&", "%41", "%", ".", "~", "|", ":", "@", "+"]

    private mutating func host() -> String {
        let odd = ["", "a b", "u@a", "a/", "a,b", "[::1]", "[::1", "*", "\u{E9}"]
        let name = isRare() ? pick(odd) : pick(["a.example", "A.b", "a_b", "1.2.3.4"])
        return name + (isRare() ? pick([":", ":80", ":65536", ":x", ":80:80"]) : "")
    }

    private mutating func name() -> String {
        let names = ["x", "y-z", "cookie", "accept", "a_b", "x!", "~"]
        return isRare() ? pick(["", "x y", "x\u{1}", "x\u{E9}", "x(", "\"x\""]) : pick(names)
    }

    private mutating func value() -> String {
        if isRare() { return pick(["a\u{0}b", "a\u{1}b", "a\rb", "a\nb", "a\u{7F}b"]) }
        let middle = text(of: ["a", " ", "\t", ",", "\"", "\u{80}", "\u{FF}", ";"], 10)
        return middle.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
    }

    private mutating func text(of parts: [String], _ count: UInt64) -> String {
        (0..<random.next() % count).map { _ in pick(parts) }.joined()
    }

    private mutating func pick(_ choices: [String]) -> String { choices[Int(random.next() % UInt64(choices.count))] }
    private mutating func isRare() -> Bool {
        let isRare = random.next() % 12 == 0
        if isRare { oddities += 1 }
        return isRare
    }
}
