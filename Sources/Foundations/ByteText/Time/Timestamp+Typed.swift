extension Timestamp {
    /// Seconds since 1970-01-01T00:00:00Z of a time as people type it; nil for anything else.
    ///
    /// That is RFC 3339, with or without seconds and with a space in place of the `T`; a date, which means its first second
    /// in UTC; `now`; or how long after now: `90min`, `12h`, `30d`, `2w`. A time of day needs its zone: nothing is guessed.
    public static func seconds(typed text: String, now: Int64) -> Int64? {
        if text == "now" { return now }
        let bytes = Array(text.utf8)
        if let span = span(bytes.span) {
            let (sum, isTooLarge) = now.addingReportingOverflow(span)
            return isTooLarge ? nil : sum
        }
        return seconds(completed(bytes).span)
    }

    /// What a text that ``seconds(typed:now:)`` refuses should have been, for messages.
    public static var typedForms: StaticString { "2026-12-24T18:00+01:00, 2026-12-24 (in UTC), now, or 30d (from now)" }

    /// `30d` in seconds; nil for anything else.
    private static func span(_ bytes: Span<UInt8>) -> Int64? {
        var digits = 0
        while digits < bytes.count, bytes[digits].isDigit { digits += 1 }
        guard digits > 0, let count = bytes.extracting(0..<digits).decimalValue, let count = Int64(exactly: count)
        else {
            return nil
        }
        let unit = bytes.extracting(digits..<bytes.count)
        let seconds: Int64? =
            unit.equals("min")
            ? 60 : unit.equals("h") ? 3600 : unit.equals("d") ? 86_400 : unit.equals("w") ? 604_800 : nil
        guard let seconds else { return nil }
        let (product, isTooLarge) = count.multipliedReportingOverflow(by: seconds)
        return isTooLarge ? nil : product
    }

    /// A date with midnight in UTC behind it, and a time of day with its seconds.
    private static func completed(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.count == 10 { return bytes + Array("T00:00:00Z".utf8) }
        guard bytes.count > 16 else { return bytes }
        var result = bytes
        if result[10] == UInt8(ascii: " ") { result[10] = UInt8(ascii: "T") }
        if result[13] == UInt8(ascii: ":"), result[16] != UInt8(ascii: ":") {
            result.insert(contentsOf: Array(":00".utf8), at: 16)
        }
        return result
    }
}
