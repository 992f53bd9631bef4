import Testing

@testable import Replay

@Suite("classify, line by line")
struct LineClassifierTests {
    private static let lines = [
        (
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile "
                + "Safari/537.36",
            #""platform":"android","os_version":"14","form_factor":"phone","in_app":"none","bot":false,"bot_kind":null,"#
                + #""store":"play","browser":"chrome","browser_version":"130.0.0.0"}"#
        ),
        (
            "facebookexternalhit/1.1",
            #""platform":"unknown","os_version":null,"form_factor":"unknown","in_app":"none","bot":true,"#
                + #""bot_kind":"preview","store":"none","browser":"unknown","browser_version":null}"#
        ),
        (
            "",
            #""platform":"unknown","os_version":null,"form_factor":"unknown","in_app":"unknown","bot":false,"#
                + #""bot_kind":null,"store":"unknown","browser":"unknown","browser_version":null}"#
        ),
    ]

    @Test("a line does not depend on earlier lines, and agents are escaped")
    func lines() {
        let worker = LineClassifier()
        // Each line follows itself and each of the others.
        for order in [[0, 0, 1, 1, 2, 2], [2, 1, 0, 2, 0, 1]] {
            let text = order.map { Self.lines[$0].0 }.joined(separator: "\n") + "\nquote \" and \u{1}"
            let bytes = Array(text.utf8)
            worker.classify(bytes, 0..<bytes.count)
            worker.take { result in
                let answers = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
                #expect(result.lineCount == order.count + 1 && answers.count == order.count + 1)
                for (index, answer) in zip(order, answers) {
                    #expect(answer == #"{"user_agent":"\#(Self.lines[index].0)",\#(Self.lines[index].1)"#)
                }
                #expect(answers.last?.hasPrefix(#"{"user_agent":"quote \" and \u0001","platform":"#) ?? false)
            }
        }
    }

    @Test("bad lines are answered, counted and reported up to five")
    func badLines() {
        let worker = LineClassifier()
        let text = "{{x\ncurl/8.9.1\n" + String(repeating: "{\"user_agent\": 1}\n", count: 7)
        worker.classify(Array(text.utf8), 0..<text.utf8.count)
        worker.take { result in
            #expect(result.lineCount == 9 && result.badLines == 8)
            #expect(result.faults.map(\.line) == [1, 3, 4, 5, 6])
            let answers = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
            #expect(answers.count == 9)
            #expect(answers.filter { $0.hasPrefix(#"{"error":""#) }.count == 8)
        }
    }
}
