extension String {
    /// The string without leading and trailing blanks and line breaks.
    ///
    /// Works on UTF-8 indices: the generic implementation with reversed character views took most of the load time of a
    /// large rules file.
    public var trimmed: String {
        let blanks: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        guard let first = utf8.firstIndex(where: { !blanks($0) }) else { return "" }
        return String(self[first...].dropping(while: blanks))
    }

    /// The string without trailing line feeds.
    public var droppingFinalLineFeeds: String {
        String(self[...].dropping { $0 == 0x0A })
    }
}

extension Substring {
    /// The string without the trailing bytes that satisfy a predicate.
    fileprivate func dropping(while isDropped: (UInt8) -> Bool) -> Substring {
        var end = utf8.endIndex
        while end > utf8.startIndex, isDropped(utf8[utf8.index(before: end)]) { end = utf8.index(before: end) }
        return self[..<end]
    }
}
