import ByteText
import Testing

/// The field `traceparent`.
@Suite struct TraceContextTests {
    private static let id = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let field = "00-\(id)-00f067aa0ba902b7-01"

    private static func context(_ text: String) -> TraceContext? {
        let bytes = Array(text.utf8)
        return TraceContext(traceparent: bytes.span)
    }

    private static func written(_ context: TraceContext?) -> String? {
        var written: String?
        context?.withText { written = String($0) }
        return written
    }

    private static let read: [(text: String, read: String)] = [
        (field, field), ("00-\(id)-00f067aa0ba902b7-ff", "00-\(id)-00f067aa0ba902b7-ff"),
        ("cc-\(id)-00f067aa0ba902b7-01", field), ("cc-\(id)-00f067aa0ba902b7-01-what-comes", field),
    ]

    @Test("what is valid is read, of later versions what this one has", arguments: read)
    func valid(text: String, read: String) { #expect(Self.written(Self.context(text)) == read) }

    private static let ignored: [String] = [
        "", "00", "\(field)-", "\(field)-00", "ff-\(id)-00f067aa0ba902b7-01", "cc-\(id)-00f067aa0ba902b7-01.what",
        field.uppercased(), field.replacing("-", with: "_"), " \(field)", String(field.dropLast()),
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01", "00-\(id)-0000000000000000-01",
        "0g-\(id)-00f067aa0ba902b7-01", "00-\(id)-00f067aa0ba902b7-0x", "00-\(id)-00f067aa0ba902bg-01",
    ]

    @Test("what is not valid is not read", arguments: ignored)
    func invalid(text: String) { #expect(Self.context(text) == nil) }

    @Test(
        "a span within has the trace and the flags, and is never zero",
        arguments: [(0 as UInt64, "0000000000000001"), (0xABC, "0000000000000abc"), (.max, "ffffffffffffffff")])
    func child(number: UInt64, digits: String) {
        let child = Self.context(Self.field)?.child(number)
        #expect(Self.written(child) == "00-\(Self.id)-\(digits)-01")
        child?.withIDs { id, span in
            let written = [String(id), String(span)]
            #expect(written == [Self.id, digits])
        }
    }

    private static func parent(_ context: TraceContext?) -> String? {
        var parent: String?
        context?.withParentID { parent = String($0) }
        return parent
    }

    @Test("a span within knows the one that it is within, and whether the trace is sampled")
    func parents() {
        let context = Self.context(Self.field)
        #expect(Self.parent(context) == nil && Self.parent(context?.child(7)) == "00f067aa0ba902b7")
        #expect(context?.isSampled == true && context?.child(7).isSampled == true)
        #expect(Self.context("00-\(Self.id)-00f067aa0ba902b7-02")?.isSampled == false)
    }

    @Test("a trace that begins here has the name that it is given, and is sampled")
    func beginning() {
        let id = Array(Self.id.utf8)
        let context = TraceContext(beginning: id.span, 0xABC)
        #expect(Self.written(context) == "00-\(Self.id)-0000000000000abc-01" && Self.parent(context) == nil)
        for text in ["", "x", String(repeating: "0", count: 32), String(Self.id.dropLast()) + "g"] {
            let bytes = Array(text.utf8)
            #expect(TraceContext(beginning: bytes.span, 1) == nil)
        }
    }
}
