import ByteText

extension Span where Element == UInt8 {
    /// The end of the brackets that describe the system: the index after the first `)` at or after `start` that an engine follows.
    func endOfSystem(from start: Int) -> Int? {
        var index = start
        while let end = firstIndex(of: UInt8(ascii: ")"), from: index) {
            let rest = extracting((end + 1)...)
            if rest.startsIgnoringCase(with: " applewebkit/") || rest.startsIgnoringCase(with: " gecko/") {
                return end + 1
            }
            index = end + 1
        }
        return nil
    }

    /// The start of the system's description behind the name of an app: that of the first brackets, or of Apple's HTTP client.
    func startOfSystem() -> Int? {
        var index = 0
        while let mark = firstIndex(of: UInt8(ascii: " "), from: index), mark + 1 < count {
            index = mark + 1
            if self[index] == UInt8(ascii: "(") { return index }
            if self[index].lowercased == UInt8(ascii: "c"), extracting(index...).startsIgnoringCase(with: "cfnetwork/")
            {
                return index
            }
        }
        return nil
    }

    /// Whether the text starts with a literal, regardless of ASCII case.
    func startsIgnoringCase(with lowercaseLiteral: StaticString) -> Bool {
        let length = lowercaseLiteral.utf8CodeUnitCount
        return count >= length && extracting(..<length).equalsIgnoringCase(lowercaseLiteral)
    }
}
