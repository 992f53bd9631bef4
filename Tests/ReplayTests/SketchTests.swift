import ByteText
import TestSupport
import Testing

@testable import Replay

@Suite("Sketches add up")
struct SketchTests {
}
