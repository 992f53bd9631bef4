@testable import NGHTTP2

/// Ignores all events except those that a test overrides.
class NoEvents: SessionEvents {
    func beganRequest(on stream: Int32) {}
    func field(on stream: Int32, name: Span<UInt8>, value: Span<UInt8>) -> Bool { true }
    func endedFields(on stream: Int32, isRequest: Bool, endsStream: Bool) {}
    func content(on stream: Int32, _ bytes: Span<UInt8>) {}
    func endedContent(on stream: Int32) {}
    func received(_ frame: FrameHeader) {}
    func receivedMalformed(_ frame: FrameHeader) {}
    func closed(_ stream: Int32, _ error: StreamError) {}
    func sent(_ frame: FrameHeader, _ error: StreamError) {}
    func body(of stream: Int32, token: Int, into space: UnsafeMutableRawBufferPointer) -> BodyPiece? {
        BodyPiece(count: 0, isLast: true)
    }
}
