import ByteText
import Testing
import Texts

@Suite("a decision for people")
struct DecisionTextTests {
    @Test("a decision is the same text with colours and without")
    func decision() throws {
        let json = try JSONValue(parsing: #"{"decision": "web_widget", "target": "https://a/", "warnings": ["w"]}"#)
        let lines = DecisionText.lines(of: json)
        #expect(lines.map { $0.map(\.text).joined() }.joined(separator: "\n") == DecisionText.text(of: json))
        #expect(lines[0] == [StyledText("decision  ", .soft), StyledText("web_widget", .good)])
        #expect(lines[2].last == StyledText("w", .warning))
    }
}
