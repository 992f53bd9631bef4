import Foundation
import TestSupport

/// An instruction in a document.
struct DocumentStep {
    /// The action for the block.
    enum Action: Equatable {
        /// Run it in the document's shell; it must succeed.
        case run
        /// Run it, and expect this exit code.
        case fail(code: Int)
        /// Start it, wait for its ready line, and leave it running.
        case start
        /// Write it to a file, or append it to one.
        case write(path: String, appending: Bool)
    }

    var action: Action
    var text: String
    /// The output shown by the document; `nil` if it shows none.
    var expected: [Substring]?
    /// The line number of the block's fence, from 1.
    var line: Int
}

/// A document as a list of steps, and the blocks that no test can run, with the reason.
///
/// Every `sh` block is run, unless a comment on the line before it marks it: `<!-- not run: REASON -->`,
/// `<!-- exit: N -->`, `<!-- background -->`, and for a block of any kind `<!-- file: PATH -->` or
/// `<!-- append: PATH -->`. A following `text`, `json` or `http` block, with or without prose in between, is the
/// expected output. `…` in it matches any text, and a line of `…` any lines. `<!-- output: none -->` before such a block
/// means that it is not output.
struct DocumentSteps {
    var steps: [DocumentStep] = []
    var notRun: [String] = []

    /// The languages of blocks that are output if they follow commands.
    private static let outputs: Set<String> = ["text", "json", "http", "console"]

    init(_ document: String) {
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
        var index = 0
        while index < lines.count {
            guard lines[index].hasPrefix("```"), lines[index].count > 3 else {
                index += lines[index].hasPrefix("```") ? Self.length(of: lines, from: index) : 1
                continue
            }
            let length = Self.length(of: lines, from: index)
            let body = lines[(index + 1)..<(index + length - 1)]
            add(
                language: lines[index].dropFirst(3), body: Array(body), line: index + 1,
                mark: Self.mark(before: index, in: lines))
            index += length
        }
    }

    /// The number of lines from a fence to its closing fence, inclusive.
    private static func length(of lines: [Substring], from index: Int) -> Int {
        let end = lines[(index + 1)...].firstIndex { $0 == "```" } ?? lines.count - 1
        return end - index + 1
    }

    private static func mark(before index: Int, in lines: [Substring]) -> Substring? {
        guard index > 0, lines[index - 1].hasPrefix("<!-- "), lines[index - 1].hasSuffix(" -->") else { return nil }
        return lines[index - 1].dropFirst(5).dropLast(4)
    }

    private mutating func add(language: Substring, body: [Substring], line: Int, mark: Substring?) {
        let text = body.joined(separator: "\n")
        let value = mark.flatMap { mark in mark.firstIndex(of: ":").map { mark[mark.index($0, offsetBy: 2)...] } }
        switch mark?.prefix(while: { $0 != ":" }) {
        case "file": append(.write(path: String(value ?? ""), appending: false), text, line)
        case "append": append(.write(path: String(value ?? ""), appending: true), text, line)
        case "not run": notRun.append("line \(line): \(value ?? "")")
        case "setup", "tests", "proxies": notRun.append("line \(line): .ci/run reads it")
        case "background" where language == "sh": append(.start, text, line)
        case "exit" where language == "sh": append(.fail(code: Int(value ?? "") ?? 0), text, line)
        case "output": break
        default:
            if language == "sh" {
                append(.run, text, line)
            } else if Self.outputs.contains(String(language)), let last = steps.indices.last,
                steps[last].expected == nil, steps[last].action.runs
            {
                steps[last].expected = body
            }
        }
    }

    private mutating func append(_ action: DocumentStep.Action, _ text: String, _ line: Int) {
        steps.append(DocumentStep(action: action, text: text, line: line))
    }
}

extension DocumentStep.Action {
    var runs: Bool {
        switch self {
        case .run, .fail, .start: true
        case .write: false
        }
    }
}

/// Whether output matches a document line by line; `…` matches any text, and a line of `…` any lines.
enum DocumentOutput {
    static func matches(_ printed: [Substring], _ expected: [Substring]) -> Bool {
        guard let first = expected.first else { return printed.isEmpty }
        if first.trimmingCharacters(in: .whitespaces) == "…" {
            return (0...printed.count).contains { matches(Array(printed[$0...]), Array(expected.dropFirst())) }
        }
        guard let line = printed.first, fits(line, first) else { return false }
        return matches(Array(printed.dropFirst()), Array(expected.dropFirst()))
    }

    private static func fits(_ line: Substring, _ pattern: Substring) -> Bool {
        let pieces = pattern.components(separatedBy: "…")
        guard pieces.count > 1 else { return trimmed(line) == trimmed(pattern) }
        var rest = line[...]
        for (index, piece) in pieces.enumerated() where !piece.isEmpty {
            guard let range = index == 0 ? rest.range(of: piece, options: .anchored) : rest.range(of: piece) else {
                return false
            }
            rest = rest[range.upperBound...]
        }
        return pieces.last?.isEmpty == true || line.hasSuffix(pieces.last ?? "")
    }

    /// Strips trailing blanks, which documents do not have.
    private static func trimmed(_ line: Substring) -> Substring {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
