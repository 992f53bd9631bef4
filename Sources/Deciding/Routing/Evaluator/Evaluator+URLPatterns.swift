import ByteText
import RE2
import WebAddress

/// A site's URL patterns (`url_patterns`), which must match addresses as spelled.
extension Evaluator {
    /// Whether an address matches a pattern of a site.
    ///
    /// Servers treat several spellings of a path alike: `//private`, `/%70rivate` and `/x%2f../private` are `/private`
    /// to most. An address spelled like these must match in its canonical spelling as well, or a pattern that excludes
    /// `/private` would accept it. This does not apply to a pattern that itself contains `//` or an escape in the path.
    /// However, dot segments after escaped slashes lead out of any path.
    func matchesURLPattern(of site: Int, _ address: WebAddress, in arena: inout ByteArena) -> Bool {
        // `https://www.example.com?x=1` is `https://www.example.com/?x=1` to browsers (WHATWG URL, section 4.4) and
        // servers (RFC 9110, section 4.2.3), so a pattern need not cover both.
        if address.path.isEmpty {
            return matchesURLPattern(of: site, address.text, in: arena)
                || matchesURLPattern(of: site, address.text(withPath: arena.append("/"), in: &arena), in: arena)
        }
        guard matchesURLPattern(of: site, address.text, in: arena) else { return false }
        guard address.mayBeDisguised(in: arena) else { return true }
        let path = CanonicalPath(of: address.path, in: &arena)
        guard path.isDisguised else { return true }
        if !path.hadDotSegment, matchesURLPattern(of: site, address.text, ifSpelledOut: true, in: arena) { return true }
        return matchesURLPattern(of: site, address.text(withPath: path.text, in: &arena), in: arena)
    }

    /// - Parameter ifSpelledOut: Whether to try only patterns that contain `//` or an escape in the path.
    private func matchesURLPattern(
        of site: Int, _ text: TextRange, ifSpelledOut: Bool = false, in arena: borrowing ByteArena
    ) -> Bool {
        lentURLPatterns[site].use { patterns in
            for pattern in 0..<patterns.count where patterns.matches(pattern, arena[text]) {
                if !ifSpelledOut || ruleSet.compiledSites[site].spellsOutPath(pattern) { return true }
            }
            return false
        }
    }
}

extension CompiledSite {
    /// Whether a pattern contains `//` or an escape after the scheme's own slashes.
    fileprivate func spellsOutPath(_ pattern: Int) -> Bool {
        guard case .patterns(let patterns) = urlPolicy else { return false }
        let text = patterns[pattern].utf8.span
        var start = 0
        while let colon = text.firstIndex(of: UInt8(ascii: ":"), from: start) {
            start = colon + 1
            if text.extracting(colon..<text.count).starts(with: "://") {
                start = colon + 3
                break
            }
        }
        for index in start..<text.count {
            if text[index] == UInt8(ascii: "%") { return true }
            if text.extracting(index..<text.count).starts(with: "//") { return true }
        }
        return false
    }
}

extension WebAddress {
    /// The text with another path.
    fileprivate func text(withPath path: TextRange, in arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append(copyOf: text[0..<(self.path.start - text.start)])
        arena.append(copyOf: path)
        arena.append(copyOf: text[(self.path.end - text.start)..<Int(text.count)])
        return arena.piece(from: mark)
    }

    /// Whether the path has an escape or an empty segment, which is rare. Addresses never contain plain dot segments.
    fileprivate func mayBeDisguised(in arena: borrowing ByteArena) -> Bool {
        let bytes = arena[path]
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "%") { return true }
            if index > 0, bytes[index] == UInt8(ascii: "/"), bytes[index - 1] == UInt8(ascii: "/") { return true }
        }
        return false
    }
}
