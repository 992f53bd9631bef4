/// A frame type (RFC 9113, section 6). Types not named here are extensions.
public struct FrameType: RawRepresentable, Sendable, Hashable {
    /// The type byte of the frame header.
    public let rawValue: UInt8
    /// Any byte is a valid type.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Content of a request or response.
    public static let data = FrameType(rawValue: 0)
    /// Begins a field section.
    public static let headers = FrameType(rawValue: 1)
    /// Priority advice, deprecated by RFC 9113.
    public static let priority = FrameType(rawValue: 2)
    /// Resets a stream.
    public static let resetStream = FrameType(rawValue: 3)
    /// Parameters of the connection, or the acknowledgement of the peer's.
    public static let settings = FrameType(rawValue: 4)
    /// Announces a pushed response.
    public static let pushPromise = FrameType(rawValue: 5)
    /// A ping or its acknowledgement.
    public static let ping = FrameType(rawValue: 6)
    /// Announces that no new streams are accepted.
    public static let goAway = FrameType(rawValue: 7)
    /// Allows more bytes of content.
    public static let windowUpdate = FrameType(rawValue: 8)
    /// Continues a field section.
    public static let continuation = FrameType(rawValue: 9)
}

/// The header of a frame (RFC 9113, section 4.1).
public struct FrameHeader: Sendable, Hashable {
    /// The type of the frame.
    public let type: FrameType
    /// The stream of the frame; 0 for the connection.
    public let stream: Int32
    /// The size of the payload in bytes.
    public let length: Int
    /// The flags, whose meaning depends on the type.
    public let flags: UInt8

    /// Whether this is the last frame of the stream; for ``FrameType/data`` and ``FrameType/headers``.
    public var endsStream: Bool { flags & 0x1 != 0 }
}

/// Why a stream or connection ends (RFC 9113, section 7).
public struct StreamError: RawRepresentable, Sendable, Hashable {
    /// The error code on the wire.
    public let rawValue: UInt32
    /// Any number is an error code.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No error.
    public static let none = StreamError(rawValue: 0)
    /// A protocol violation by the peer.
    public static let `protocol` = StreamError(rawValue: 1)
    /// An internal error of the server, or too many resets.
    public static let internalError = StreamError(rawValue: 2)
    /// The stream was refused before it was processed, so the request may be retried.
    public static let refusedStream = StreamError(rawValue: 7)
    /// The peer causes an excessive load.
    public static let enhanceYourCalm = StreamError(rawValue: 11)
}

/// The events of a ``ServerSession``.
///
/// All methods are called from within ``ServerSession/receive(_:)``. In addition, ``body(of:token:into:)``,
/// ``sent(_:_:)`` and ``closed(_:_:)`` may be called from within ``ServerSession/nextFrame(_:)``. They may respond or
/// reset, but must not call either of these two methods.
public protocol SessionEvents: AnyObject {
    /// A request begins on a new stream. Its fields follow.
    func beganRequest(on stream: Int32)

    /// A field of a request or of its trailer section. Names of pseudo-header fields begin with a colon.
    ///
    /// Name and value may contain any bytes: the owner has to check the requirements of RFC 9113, section 8. Both are
    /// valid during the call.
    ///
    /// - Returns: Whether more fields of the section are wanted. If not, its stream is reset.
    func field(on stream: Int32, name: Span<UInt8>, value: Span<UInt8>) -> Bool

    /// All fields of a request or of its trailer section were received.
    func endedFields(on stream: Int32, isRequest: Bool, endsStream: Bool)

    /// Content of a request was received.
    func content(on stream: Int32, _ bytes: Span<UInt8>)

    /// The last content of a request was received.
    func endedContent(on stream: Int32)

    /// A complete, well-formed frame was received.
    func received(_ frame: FrameHeader)

    /// A malformed frame was received. Its stream is reset, or the connection ends.
    func receivedMalformed(_ frame: FrameHeader)

    /// The stream is closed.
    func closed(_ stream: Int32, _ error: StreamError)

    /// A frame was passed on for sending.
    func sent(_ frame: FrameHeader, _ error: StreamError)

    /// Copies the next part of a response's content into the space. Returns the piece, or `nil` if the content no longer exists and the stream must be reset.
    func body(of stream: Int32, token: Int, into space: UnsafeMutableRawBufferPointer) -> BodyPiece?
}

/// A piece of a response's content.
public struct BodyPiece: Sendable {
    /// The number of bytes.
    public var count: Int
    /// Whether no content follows.
    public var isLast: Bool
    /// Field lines to send after the last piece, each with its CRLF (RFC 9113, section 8.1).
    public var trailers: StaticString?

    /// Creates a piece, which trailers follow if it is the last.
    public init(count: Int, isLast: Bool, trailers: StaticString? = nil) {
        self.count = count
        self.isLast = isLast
        self.trailers = trailers
    }
}
