import ByteText
import Pages

/// The progress of a round over all targets: several hosts concurrently, one target of each at a time.
///
/// A host that takes longer than the round keeps its lane in the next one, which skips it, so no host delays others.
struct TargetRound: Sendable, Equatable {
    /// A host whose targets are checked serially.
    struct Lane: Sendable, Equatable {
        /// The host, as in the store.
        var host: [UInt8]
        /// The position to continue at; `nil` for the first target.
        var position: [UInt8]?
        /// The target being checked, and the position after it.
        var busy: Busy?
        /// The time of the next permitted request to the host, in milliseconds of the monotonic clock.
        var nextAt: Int64 = 0
    }

    /// A check in progress.
    struct Busy: Sendable, Equatable {
        var address: String
        var next: [UInt8]?
    }

    /// The start of the round, in seconds since 1970.
    var began: Int64
    /// The last host that was started; `nil` at the start of the round.
    var front: [UInt8]?
    /// Whether all hosts have been started.
    var isThrough = false
    /// When the last complete round ended; 0 for never.
    var ended: Int64 = 0
    var lanes: [Lane] = []

    /// The maximum time between two checks, in milliseconds, so that a round over few links does not take a day.
    private static let longestPace = 1_000

    init(began: Int64) { self.began = began }

    /// The milliseconds between two checks that distribute those of a round evenly over its duration.
    static func pace(links: Int, everySeconds: Int) -> Int64 {
        Int64(min(longestPace, everySeconds * 1_000 / max(1, links)))
    }

    /// Starts the next round if it is due and all hosts of this one have been started.
    mutating func beginIfDue(at now: Int64, everySeconds: Int) -> Bool {
        guard isThrough, now >= began + Int64(everySeconds) else { return false }
        (began, front, isThrough) = (now, nil, false)
        return true
    }

    /// Ends the check in progress at a host; the next one continues after it.
    mutating func conclude(_ host: [UInt8], nextAt: Int64) {
        guard let lane = lanes.firstIndex(where: { $0.host == host }), let busy = lanes[lane].busy else { return }
        lanes[lane].position = busy.next
        lanes[lane].busy = nil
        lanes[lane].nextAt = nextAt
    }

    /// The lane with the earliest permitted request; `nil` if all lanes are busy.
    var nextLane: Int? {
        lanes.indices.filter { lanes[$0].busy == nil }.min { lanes[$0].nextAt < lanes[$1].nextAt }
    }
}

/// The persistent form of a round.
extension TargetRound {
    /// `nil` if the bytes are not a round.
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

    /// The serialized round. Checks in progress are not included and will be repeated.
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
