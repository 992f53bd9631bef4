extension Timestamp {
    /// Parses a user-entered time as seconds since 1970-01-01T00:00:00Z; `nil` for anything else.
    ///
    /// Accepts RFC 3339, with or without seconds and with a space instead of the `T`; a date, for its first second
    /// in UTC; `now`; or a duration from now: `90min`, `12h`, `30d`, `2w`. A time of day requires a zone.
    public static func seconds(typed text: String, now: Int64) -> Int64? {
        if text == "now" { return now }
        let bytes = Array(text.utf8)
        if let span = span(bytes.span) {
            let (sum, isTooLarge) = now.addingReportingOverflow(span)
            return isTooLarge ? nil : sum
        }
        return seconds(completed(bytes).span)
    }

    /// The forms that ``seconds(typed:now:)`` accepts, for messages.
    public static var typedForms: StaticString { "2026-12-24T18:00+01:00, 2026-12-24 (in UTC), now, or 30d (from now)" }

    /// Parses `30d` as seconds; `nil` for anything else.
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

    /// Adds midnight UTC to a bare date, and seconds to a time of day without them.
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
