import ByteText

extension AgentReading {
    /// Whether the products behind the engine include one that is neither part of every browser's agent nor in brackets: the name
    /// of an app. `Mobile/15E148 Example/1.2`, `Safari/537.36Example/1.2` and `Safari/604.1 [Example/1.2]` name one.
    func namesProduct(_ arena: borrowing ByteArena) -> Bool {
        guard sightings.productsStart > 0 else { return false }
        let bytes = arena[agent]
        var index = Int(sightings.productsStart)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "("): index = Self.endOfBrackets(from: index, bytes)
            case UInt8(ascii: "["): return true
            case UInt8(ascii: " "), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ")"): index += 1
            default:
                let end = Self.endOfWord(from: index, bytes)
                if Self.namesApp(bytes.extracting(index..<end)) { return true }
                index = end
            }
        }
        return false
    }

    /// Whether an app's name is in square brackets behind the engine, as in `Safari/604.1 [Example/1.2]`.
    func namesProductInBrackets(_ arena: borrowing ByteArena) -> Bool {
        let bytes = arena[agent]
        guard let open = bytes.firstIndex(of: UInt8(ascii: "["), from: Int(sightings.productsStart)) else {
            return false
        }
        return bytes[open - 1] == UInt8(ascii: " ") && bytes.firstIndex(of: UInt8(ascii: "/"), from: open) != nil
    }

    /// Whether a word is not a product of every browser, or another name directly follows its version.
    private static func namesApp(_ word: Span<UInt8>) -> Bool {
        let slash = word.firstIndex(of: UInt8(ascii: "/")) ?? word.count
        let name = word.extracting(..<slash)
        if name.equalsIgnoringCase("mobile") {
            return slash < word.count && word.firstIndex(of: UInt8(ascii: "/"), from: slash + 1) != nil
        }
        guard isOfEveryBrowser(name) else { return name.count > 1 && name[0].isAlpha }
        guard slash < word.count else { return false }
        let end = word.endOfVersion(from: slash + 1)
        return end > slash + 1 && end + 2 < word.count
    }

    private static func isOfEveryBrowser(_ name: Span<UInt8>) -> Bool {
        name.equalsIgnoringCase("version") || name.equalsIgnoringCase("chrome") || name.equalsIgnoringCase("safari")
            || name.equalsIgnoringCase("applewebkit") || name.equalsIgnoringCase("gecko")
            || name.equalsIgnoringCase("khtml") || name.equalsIgnoringCase("like")
    }

    private static func endOfWord(from start: Int, _ bytes: Span<UInt8>) -> Int {
        var end = start
        while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: " "), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: "["):
                return end
            default: end += 1
            }
        }
        return end
    }

    private static func endOfBrackets(from start: Int, _ bytes: Span<UInt8>) -> Int {
        var (index, depth) = (start, 0)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "(") { depth += 1 }
            if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
            index += 1
            if depth == 0 { break }
        }
        return index
    }
}
