import ByteText
import HTTP
import NGHTTP2

/// A request in HTTP/2 form, in which each scalar of a text is one byte.
struct StreamMessage {
    var fields: [(name: String, value: String)]
    var content: String?
    var trailers: [(name: String, value: String)] = []
}

/// The result of one HTTP/2 request: the frames pass through nghttp2 as in the server, the fields to a
/// ``StreamRequest``.
final class StreamWire: SessionEvents {
    /// A request in the form of `sense(of:)`, `refused` with a status, or `reset` if there is no response; `nil` until then.
    private(set) var outcome: String?
    private var request = StreamRequest()
    private var isInTrailers = false

    /// Receives a message in pieces of this many bytes.
    static func outcome(
        of message: StreamMessage, limits: RequestLimits = RequestLimits(), piece: Int = .max
    ) -> String {
        let wire = StreamWire()
        wire.request.limits = limits
        wire.request.reset()
        let settings = ServerSession.Settings(
            concurrentStreams: 10, fieldSectionBytes: UInt32(limits.headBytes), windowBytes: 65_535)
        guard let session = ServerSession(settings, memory: SessionMemory(), events: wire) else { return "no memory" }
        let bytes = message.frames
        var position = 0
        do {
            while position < bytes.count {
                let end = piece < bytes.count - position ? position + piece : bytes.count
                try session.receive(bytes.span.extracting(position..<end))
                position = end
            }
            while try session.nextFrame({ _ in }) {}
        } catch {
            return "ended: \(error)"
        }
        return wire.outcome ?? "nothing"
    }

    private func settle(_ outcome: String) { if self.outcome == nil { self.outcome = outcome } }

    func beganRequest(on stream: Int32) {}

    func field(on stream: Int32, name: Span<UInt8>, value: Span<UInt8>) -> Bool {
        if isInTrailers {
            request.appendTrailer(name: name, value: value)
        } else {
            request.append(name: name, value: value)
        }
        return true
    }

    func endedFields(on stream: Int32, isRequest: Bool, endsStream: Bool) {
        guard isRequest else { return endsStream ? endedContent(on: stream) : settle("reset") }
        isInTrailers = true
        switch request.endFields(isWhole: endsStream) {
        case .request: settle(sense(of: request.request))
        case .refuse(let status): settle("refused \(status.code)")
        case .reset: settle("reset")
        case .content, .sendContinue: break
        }
    }

    func content(on stream: Int32, _ bytes: Span<UInt8>) {
        guard outcome == nil else { return }
        switch request.append(content: bytes) {
        case .refuse(let status): settle("refused \(status.code)")
        case .reset: settle("reset")
        case .request, .content, .sendContinue: break
        }
    }

    func endedContent(on stream: Int32) {
        guard outcome == nil else { return }
        switch request.endContent() {
        case .refuse(let status): settle("refused \(status.code)")
        case .reset: settle("reset")
        case .request, .content, .sendContinue: settle(sense(of: request.request))
        }
    }

    func received(_ frame: FrameHeader) {}
    func receivedMalformed(_ frame: FrameHeader) {}
    func closed(_ stream: Int32, _ error: StreamError) {}
    func sent(_ frame: FrameHeader, _ error: StreamError) { if frame.type == .resetStream { settle("reset") } }
    func body(of stream: Int32, token: Int, into space: UnsafeMutableRawBufferPointer) -> BodyPiece? {
        BodyPiece(count: 0, isLast: true)
    }
}

extension StreamMessage {
    /// The client's bytes: its preface and SETTINGS, HEADERS, and DATA in two pieces.
    var frames: [UInt8] {
        var bytes = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + Self.frame(4, 0, 0, [])
        let section = Self.section(fields)
        let ends: UInt8 = content == nil && trailers.isEmpty ? 0x1 : 0
        bytes += Self.frame(1, ends | (section.count > 16_384 ? 0 : 0x4), 1, Array(section.prefix(16_384)))
        if section.count > 16_384 { bytes += Self.frame(9, 0x4, 1, Array(section.dropFirst(16_384))) }
        if let content {
            let content = Self.bytes(content)
            let half = content.count / 2
            bytes += Self.frame(0, 0, 1, Array(content[..<half]))
            bytes += Self.frame(0, trailers.isEmpty ? 0x1 : 0, 1, Array(content[half...]))
        }
        if !trailers.isEmpty { bytes += Self.frame(1, 0x5, 1, Self.section(trailers)) }
        return bytes
    }

    private static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        let length = [UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        return length + [type, flags, 0, 0, 0, stream] + payload
    }

    /// Each field as a literal without indexing (RFC 7541, section 6.2.2).
    private static func section(_ fields: [(name: String, value: String)]) -> [UInt8] {
        fields.flatMap { [0] + string($0.name) + string($0.value) }
    }

    private static func string(_ text: String) -> [UInt8] {
        let bytes = bytes(text)
        var (prefix, rest) = ([UInt8](), bytes.count - 127)
        guard rest >= 0 else { return [UInt8(bytes.count)] + bytes }
        prefix.append(127)
        while rest >= 128 {
            prefix.append(UInt8(rest & 127 | 128))
            rest >>= 7
        }
        return prefix + [UInt8(rest)] + bytes
    }

    private static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
}
