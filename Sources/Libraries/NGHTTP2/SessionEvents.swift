/// The type of a frame (RFC 9113, section 6); types that have no name here are extensions.
public struct FrameType: RawRepresentable, Sendable, Hashable {
    /// The byte in the frame's header.
    public let rawValue: UInt8
    /// Any byte is a type.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Content of a request or a response.
    public static let data = FrameType(rawValue: 0)
    /// Begins a field section.
    public static let headers = FrameType(rawValue: 1)
    /// Advice that RFC 9113 deprecates.
    public static let priority = FrameType(rawValue: 2)
    /// Ends a stream at once.
    public static let resetStream = FrameType(rawValue: 3)
    /// Parameters of the connection, or that those of the other side are in force.
    public static let settings = FrameType(rawValue: 4)
    /// Announces a response that nobody asked for.
    public static let pushPromise = FrameType(rawValue: 5)
    /// Asks for an echo, or is one.
    public static let ping = FrameType(rawValue: 6)
    /// Says that no new streams are taken.
    public static let goAway = FrameType(rawValue: 7)
    /// Allows so many more bytes of content.
    public static let windowUpdate = FrameType(rawValue: 8)
    /// More of a field section.
    public static let continuation = FrameType(rawValue: 9)
}

/// What stands before each frame (RFC 9113, section 4.1).
public struct FrameHeader: Sendable, Hashable {
    /// What kind of frame it is.
    public let type: FrameType
    /// The stream that it is about; 0 for the connection.
    public let stream: Int32
    /// How many bytes follow the header.
    public let length: Int
    /// What the flags mean depends on the type.
    public let flags: UInt8

    /// Whether nothing comes on the stream after this frame; for ``FrameType/data`` and ``FrameType/headers``.
    public var endsStream: Bool { flags & 0x1 != 0 }
}

/// Why a stream or a connection ends (RFC 9113, section 7).
public struct StreamError: RawRepresentable, Sendable, Hashable {
    /// The number on the wire.
    public let rawValue: UInt32
    /// Any number is an error code.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Nothing is wrong.
    public static let none = StreamError(rawValue: 0)
    /// The peer has broken the protocol.
    public static let `protocol` = StreamError(rawValue: 1)
    /// The server itself is at fault, or counts too many resets.
    public static let internalError = StreamError(rawValue: 2)
    /// The stream was refused before anything was done with it: it may be tried again.
    public static let refusedStream = StreamError(rawValue: 7)
    /// The peer makes more work than is fair.
    public static let enhanceYourCalm = StreamError(rawValue: 11)
}

/// What a ``ServerSession`` tells its owner.
///
/// Every call comes from within ``ServerSession/receive(_:)``, or, of ``body(of:token:into:)``, ``sent(_:_:)`` and
/// ``closed(_:_:)``, from within ``ServerSession/nextFrame(_:)``. A call may respond or reset, and must not call either of the two.
public protocol SessionEvents: AnyObject {
    /// A request begins on a new stream; its fields come next.
    func beganRequest(on stream: Int32)

    /// A field of a request or of its trailer section; pseudo-header fields have a colon before their name.
    ///
    /// Name and value may be any bytes: what RFC 9113, section 8, asks of messages is the owner's to see to. Both are valid during
    /// the call.
    ///
    /// - Returns: Whether more fields of the section are wanted; without, its stream is reset.
    func field(on stream: Int32, name: Span<UInt8>, value: Span<UInt8>) -> Bool

    /// All fields of a request or of its trailer section have arrived.
    func endedFields(on stream: Int32, isRequest: Bool, endsStream: Bool)

    /// Content of a request has arrived.
    func content(on stream: Int32, _ bytes: Span<UInt8>)

    /// The last content of a request has arrived.
    func endedContent(on stream: Int32)

    /// A frame has arrived whole, and is not malformed.
    func received(_ frame: FrameHeader)

    /// A frame has arrived that breaks the protocol; its stream is reset, or the connection ends.
    func receivedMalformed(_ frame: FrameHeader)

    /// The stream is over.
    func closed(_ stream: Int32, _ error: StreamError)

    /// A frame has been handed out to be sent.
    func sent(_ frame: FrameHeader, _ error: StreamError)

    /// Copies the next of a response's content into the space, and returns how many bytes and whether they are the last; nil
    /// where the content is gone, and the stream is to be reset.
    func body(of stream: Int32, token: Int, into space: UnsafeMutableRawBufferPointer) -> (count: Int, isLast: Bool)?
}
