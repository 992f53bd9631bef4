import ByteText
import Pages

/// How far a round over all targets has come: some hosts at once, each a target at a time.
///
/// A host that takes longer than the round has its lane into the next one, which passes it over: no host keeps others waiting.
struct TargetRound: Sendable, Equatable {
    /// A host whose targets are looked at, one after the other.
    struct Lane: Sendable, Equatable {
        /// The host, as the store knows it.
        var host: [UInt8]
        /// Where to go on; nil for its first target.
        var position: [UInt8]?
        /// The target that is being looked at, and where to go on after it.
        var busy: Busy?
        /// When the host may be asked next, in milliseconds of the monotonic clock.
        var nextAt: Int64 = 0
    }

    /// A look that is under way.
    struct Busy: Sendable, Equatable {
        var address: String
        var next: [UInt8]?
    }

    /// When it began, in seconds since 1970.
    var began: Int64
    /// The host that was begun with last; nil at the start.
    var front: [UInt8]?
    /// Whether all hosts have been begun with.
    var isThrough = false
    /// When the last complete round ended; 0 for never.
    var ended: Int64 = 0
    var lanes: [Lane] = []

    /// The longest time between two looks, in milliseconds, so that few links don't take a day.
    private static let longestPace = 1_000

    init(began: Int64) { self.began = began }

    /// Milliseconds between two looks, so that those of a round are spread over it.
    static func pace(links: Int, everySeconds: Int) -> Int64 {
        Int64(min(longestPace, everySeconds * 1_000 / max(1, links)))
    }

    /// Begins the next round if it is due and all hosts of this one have had their turn.
    mutating func beginIfDue(at now: Int64, everySeconds: Int) -> Bool {
        guard isThrough, now >= began + Int64(everySeconds) else { return false }
        (began, front, isThrough) = (now, nil, false)
        return true
    }

    /// Ends the look that is under way at a host: the next one goes on after it.
    mutating func conclude(_ host: [UInt8], nextAt: Int64) {
        guard let lane = lanes.firstIndex(where: { $0.host == host }), let busy = lanes[lane].busy else { return }
        lanes[lane].position = busy.next
        lanes[lane].busy = nil
        lanes[lane].nextAt = nextAt
    }

    /// The lane whose host may be asked first; nil where all are busy.
    var nextLane: Int? {
        lanes.indices.filter { lanes[$0].busy == nil }.min { lanes[$0].nextAt < lanes[$1].nextAt }
    }
}

/// As it outlives the process.
extension TargetRound {
    /// Nil where the bytes are not a round.
    init?(stored bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes.span),
            let began = json["began"]?.number.flatMap({ Int64($0.text) })
        else { return nil }
        self.init(began: began)
        front = Self.bytes(json["front"])
        isThrough = json["through"]?.bool ?? false
        ended = json["ended"]?.number.flatMap { Int64($0.text) } ?? 0
        lanes = (json["lanes"]?.array ?? []).compactMap { lane in
            Self.bytes(lane["host"]).map { Lane(host: $0, position: Self.bytes(lane["position"])) }
        }
    }

    /// What is under way counts as not done.
    var stored: [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { json in
            json.beginObject()
            json.name("began")
            json.int(Int(began))
            json.name("ended")
            json.int(Int(ended))
            json.member("through", isThrough)
            Self.write(front, as: "front", to: &json)
            json.name("lanes")
            json.beginArray()
            for lane in lanes {
                json.beginObject()
                Self.write(lane.host, as: "host", to: &json)
                Self.write(lane.position, as: "position", to: &json)
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8]?, as name: StaticString, to json: inout JSONWriter) {
        json.name(name)
        guard let bytes else { return json.null() }
        json.string(String(decoding: Base64URL.encode(bytes.span), as: UTF8.self))
    }

    private static func bytes(_ json: JSONValue?) -> [UInt8]? {
        guard let text = json?.string else { return nil }
        return Base64URL.decode(text.utf8.span)
    }
}
