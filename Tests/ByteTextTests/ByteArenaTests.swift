import ByteText
import Testing

@Suite struct ByteArenaTests {
    @Test func piecesAreReadBackAsTheyWereWritten() {
        var arena = ByteArena()
        let first = arena.append("hello")
        let second = arena.append(", wörld" as String)
        #expect(arena.string(first) == "hello")
        #expect(arena.string(second) == ", wörld")
        let isHello = arena[first].equals("hello")
        #expect(isHello)
        #expect(arena.string(first[1..<3]) == "el")
    }

    @Test func aCopyOfAPieceStaysWhenTheArenaGrows() {
        var arena = ByteArena(capacity: 1)
        let first = arena.append("abc")
        for _ in 0..<100 { arena.append(copyOf: first) }
        #expect(arena.count == 303)
        #expect(arena.string(arena.piece(from: 300)) == "abc")
    }

    @Test func resetKeepsNothing() {
        var arena = ByteArena()
        arena.append("abc")
        arena.reset()
        #expect(arena.count == 0)
        let emptyCount = arena[.empty].count
        #expect(emptyCount == 0)
    }

    @Test(arguments: [("0", 0), ("42", 42), ("9223372036854775807", Int.max)])
    func decimalValues(text: String, value: Int) {
        let parsed = Array(text.utf8).span.decimalValue
        #expect(parsed == value)
    }

    @Test(arguments: ["", "-1", "+1", " 1", "1a", "9223372036854775808", "99999999999999999999"])
    func noDecimalValues(text: String) {
        let parsed = Array(text.utf8).span.decimalValue
        #expect(parsed == nil)
    }

    @Test func caseIsIgnoredForLettersOnly() {
        let isHost = Array("HoSt".utf8).span.equalsIgnoringCase("host")
        let isOther = Array("h@st".utf8).span.equalsIgnoringCase("h`st")
        #expect(isHost)
        #expect(!isOther)
    }
}
