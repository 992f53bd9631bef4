import ByteText
import PageDesign

/// A template of a page: text, values, and sections that depend on values.
///
/// It is the part of Mustache that templates of pages may use, with the same treatment of line ends: a section's tag that is
/// alone on its line leaves no line. Templates are compiled by the thousand shapes when the daemon starts, for which a
/// general template library takes longer than all else.
struct PageTemplate {
    /// A part of the template.
    indirect enum Node {
        case text(ArraySlice<UInt8>)
        case gap(PageGap)
        /// Nodes that are shown only if a slot has a value, or only if it has none.
        case section(slot: Int, ifPresent: Bool, [Node])
        /// Nodes that are always shown: an inverted section of a name without a value.
        case group([Node])
    }

    /// The error in a template that is not valid Mustache, or uses more of it than pages may.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    let nodes: [Node]

    /// - Parameter slots: The names of the page's values.
    init(_ text: String, slots: [String]) throws(Fault) {
        var parser = Parser(text: Array(text.utf8), slots: slots)
        nodes = try parser.nodes(of: nil, startsLine: true)
    }
}

/// Follows the library's parser step by step, so that both agree on blanks and line ends.
private struct Parser {
    let text: [UInt8]
    let slots: [String]
    private var index = 0

    init(text: [UInt8], slots: [String]) { (self.text, self.slots) = (text, slots) }

    /// Reads up to the end of a section, or of the template.
    mutating func nodes(of section: String?, startsLine: Bool) throws(PageTemplate.Fault) -> [PageTemplate.Node] {
        var nodes: [PageTemplate.Node] = []
        var startsLine = startsLine
        var blanks: ArraySlice<UInt8> = []
        while index < text.count {
            if startsLine { blanks = readBlanks() }
            let start = index
            skipText()
            if let lineEnd = lineEnd(at: index) {
                append(blanks, to: &nodes)
                append(text[start..<index + lineEnd], to: &nodes)
                index += lineEnd
                startsLine = true
                continue
            }
            if start < index {
                append(blanks, to: &nodes)
                append(text[start..<index], to: &nodes)
                (blanks, startsLine) = ([], false)
            }
            guard index < text.count else { break }
            let (sigil, name) = try readTag()
            let isAlone = "#^/!%".utf8.contains(sigil) && startsLine && skipLineEnd()
            if !isAlone, sigil != UInt8(ascii: "!"), sigil != UInt8(ascii: "%") {
                append(blanks, to: &nodes)
                blanks = []
            }
            switch sigil {
            case UInt8(ascii: "!"), UInt8(ascii: "%"):
                // A comment, or the escaping that the library shall use.
                break
            case UInt8(ascii: "#"), UInt8(ascii: "^"):
                let inner = try self.nodes(of: name, startsLine: isAlone)
                if let node = self.section(name, ifPresent: sigil == UInt8(ascii: "#"), inner) { nodes.append(node) }
            case UInt8(ascii: "/"):
                guard name == section else { throw PageTemplate.Fault(description: "`{{/\(name)}}` closes no section") }
                return nodes
            default: if let gap = gap(name) { nodes.append(.gap(gap)) }
            }
            startsLine = isAlone
        }
        if let section { throw PageTemplate.Fault(description: "the section `\(section)` is not closed") }
        return nodes
    }

    private func append(_ text: ArraySlice<UInt8>, to nodes: inout [PageTemplate.Node]) {
        if !text.isEmpty { nodes.append(.text(text)) }
    }

    private mutating func readBlanks() -> ArraySlice<UInt8> {
        let start = index
        while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
        return text[start..<index]
    }

    /// The length of the line end at an index; `nil` if there is none.
    private func lineEnd(at index: Int) -> Int? {
        guard index < text.count else { return nil }
        if text[index] == 0x0A { return 1 }
        return text[index] == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A ? 2 : nil
    }

    /// Skips to the next tag or line end.
    private mutating func skipText() {
        while index < text.count, !startsTag(index), lineEnd(at: index) == nil { index += 1 }
    }

    private func startsTag(_ index: Int) -> Bool { isPair(UInt8(ascii: "{"), at: index) }

    private func isPair(_ byte: UInt8, at index: Int) -> Bool {
        index + 1 < text.count && text[index] == byte && text[index + 1] == byte
    }

    /// Skips the rest of the line if it is blank. Returns whether it is.
    private mutating func skipLineEnd() -> Bool {
        if index == text.count { return true }
        let start = index
        _ = readBlanks()
        guard let lineEnd = lineEnd(at: index) else {
            index = start
            return false
        }
        index += lineEnd
        return true
    }

    /// Reads a tag: its sigil, 0 for an escaped value, and its name.
    private mutating func readTag() throws(PageTemplate.Fault) -> (sigil: UInt8, name: String) {
        index += 2
        var sigil: UInt8 = 0
        if index < text.count, "#^/!{&><$=%".utf8.contains(text[index]) {
            sigil = text[index]
            index += 1
        }
        let start = index
        while index < text.count, !isPair(UInt8(ascii: "}"), at: index) { index += 1 }
        let name = String(decoding: text[start..<index], as: UTF8.self)
        let isTriple = sigil == UInt8(ascii: "{")
        guard index + (isTriple ? 3 : 2) <= text.count, !isTriple || text[index + 2] == UInt8(ascii: "}") else {
            throw PageTemplate.Fault(description: "the tag `{{\(name)` is not closed")
        }
        guard !"><$=".utf8.contains(sigil) else {
            throw PageTemplate.Fault(description: "a template cannot include others")
        }
        index += isTriple ? 3 : 2
        return (sigil, name.filter { !$0.isWhitespace })
    }

    private func section(_ name: String, ifPresent: Bool, _ nodes: [PageTemplate.Node]) -> PageTemplate.Node? {
        if let slot = slots.firstIndex(of: name) { return .section(slot: slot, ifPresent: ifPresent, nodes) }
        return (gap(name) != nil) == ifPresent ? .group(nodes) : nil
    }

    /// The gap of a name, or `nil` if nothing has the name.
    private func gap(_ name: String) -> PageGap? {
        if let slot = slots.firstIndex(of: name) { return .slot(slot) }
        if name.hasPrefix("say.") { return PageWord(name: String(name.dropFirst("say.".count))).map { .word($0) } }
        return PageSurrounding.allCases.first { $0.name == name }.map { .surrounding($0) }
    }
}
